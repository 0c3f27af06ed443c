import Foundation
import Testing

/// Which device a command uses, also if files are missing or damaged.
@Suite struct DeviceTests {
  @Test func `a new device never becomes the default device, even if it runs first`()
    async throws
  {
    let commandLine = try CommandLineFixture()

    let new = try await device(of: commandLine.skdemo("status", "--new-device", "--json"))
    let byDefault = try await device(of: commandLine.skdemo("status", "--json"))

    #expect(new == "device-2")
    #expect(byDefault == "device-1")
    let taken = try await CommandLineFixture().skdemo(
      "status", "--new-device", "--device", "device-1")
    #expect(taken.status == 1)
    #expect(taken.errors.contains("device-1"))
  }

  @Test func `a store that is created again registers its customer's device as a new one`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
      try? FileManager.default.removeItem(at: commandLine.data.appending(path: name))
    }

    let status = try await commandLine.skdemo("status", "--json").json()

    #expect(status["customer"] as? String == "new")
    #expect(status["device"] as? String == "device-1")
    #expect(status["offline"] as? Bool == false)
  }

  @Test func `a device is registered again if its file is damaged, and kept if it cannot be read`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    let file = commandLine.data.appending(path: "stores/local/devices/device-1/device.json")
    let registered = try await commandLine.skdemo("device", "list").output

    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let unreadable = try await commandLine.skdemo("status")
    #expect(unreadable.status == 1)
    #expect(unreadable.errors.contains("device.json"))
    #expect(try await commandLine.skdemo("device", "list").output == registered)

    try FileManager.default.removeItem(at: file)
    try Data("letters".utf8).write(to: file)
    let status = try await commandLine.skdemo("status", "--json").json()
    #expect(status["customer"] as? String == "active")
  }

  private func device(of run: CommandRun) throws -> String? {
    try run.json()["device"] as? String
  }
}
