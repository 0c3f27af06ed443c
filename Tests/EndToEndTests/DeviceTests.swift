import Foundation
import Testing

/// Which device a command is, whatever became of the machine's files.
@Suite struct DeviceTests {
  @Test func `a new device never becomes the usual one, not even as the first to run`()
    async throws
  {
    let machine = try CommandLineFixture()

    let new = try await device(of: machine.skdemo("status", "--new-device", "--json"))
    let usual = try await device(of: machine.skdemo("status", "--json"))

    #expect(new == "device-2")
    #expect(usual == "device-1")
    let taken = try await CommandLineFixture().skdemo(
      "status", "--new-device", "--device", "device-1")
    #expect(taken.status == 1)
    #expect(taken.errors.contains("device-1"))
  }

  @Test func `a store that is made anew takes its customer's machine for a new one`() async throws {
    let machine = try CommandLineFixture()
    _ = try await machine.skdemo("buy", "nonconsumable.car", "--yes")
    for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
      try? FileManager.default.removeItem(at: machine.data.appending(path: name))
    }

    let status = try await machine.skdemo("status", "--json").json()

    #expect(status["customer"] as? String == "new")
    #expect(status["device"] as? String == "device-1")
    #expect(status["offline"] as? Bool == false)
  }

  @Test func `a device is made anew when its file is damaged, and kept when it cannot be read`()
    async throws
  {
    let machine = try CommandLineFixture()
    _ = try await machine.skdemo("buy", "nonconsumable.car", "--yes")
    let file = machine.data.appending(path: "stores/local/devices/device-1/device.json")
    let registered = try await machine.skdemo("device", "list").output

    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let unreadable = try await machine.skdemo("status")
    #expect(unreadable.status == 1)
    #expect(unreadable.errors.contains("device.json"))
    #expect(try await machine.skdemo("device", "list").output == registered)

    try FileManager.default.removeItem(at: file)
    try Data("letters".utf8).write(to: file)
    let status = try await machine.skdemo("status", "--json").json()
    #expect(status["customer"] as? String == "active")
  }

  private func device(of run: CommandRun) throws -> String? {
    try run.json()["device"] as? String
  }
}
