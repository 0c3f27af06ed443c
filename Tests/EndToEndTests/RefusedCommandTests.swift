import Foundation
import Testing

/// What a person is told who asks for something that cannot be done.
@Suite struct RefusalTests {
  struct RefusedCommand: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    var says: [String]

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let refusals = [
    RefusedCommand(
      arguments: ["buy", "nonconsumable.boat", "--yes"], status: 1, says: ["nonconsumable.boat"]),
    RefusedCommand(arguments: ["buy"], status: 2, says: ["product-id"]),
    RefusedCommand(
      arguments: ["buy", "consumable.fuel.octane87", "--quantity", "11", "--yes"], status: 1,
      says: ["11", "1 to 10"]),
    RefusedCommand(
      arguments: ["buy", "nonconsumable.car", "--quantity", "2", "--yes"], status: 1, says: ["2"]),
    RefusedCommand(arguments: ["store", "advance", "P-1M"], status: 2, says: ["P-1M", "P1M"]),
    RefusedCommand(
      arguments: ["store", "advance", "--to", "2001-01-01"], status: 1, says: ["2001-01-01"]),
    RefusedCommand(arguments: ["store", "advance", "P1000Y"], status: 1, says: ["2107"]),
    RefusedCommand(
      arguments: ["status", "--device", "no such device"], status: 1, says: ["no such device"]),
    RefusedCommand(
      arguments: ["products", "--catalog", "missing.json"], status: 1, says: ["missing.json"]),
    RefusedCommand(
      arguments: ["products", "--catalog", "/"], status: 1, says: ["'/'", "--catalog FILE"]),
    RefusedCommand(arguments: ["status", "--data", ""], status: 2, says: ["--data DIR"]),
    RefusedCommand(
      arguments: ["products", "--catalog", "/dev/zero"], status: 1, says: ["4194304"]),
    RefusedCommand(arguments: ["dance"], status: 2, says: ["dance"]),
  ]

  @Test(arguments: refusals)
  func `is told what was asked and what stood in the way`(refusal: RefusedCommand) async throws {
    let run = try await CommandLineFixture().skdemo(refusal.arguments)

    #expect(run.status == refusal.status)
    #expect(run.output.isEmpty)
    for words in refusal.says {
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func `a program is told in JSON`() async throws {
    let run = try await CommandLineFixture().skdemo("buy", "nonconsumable.boat", "--yes", "--json")

    let report = try #require(
      JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: [String: String]])
    #expect(run.status == 1)
    #expect(report["error"]?["code"] == "productUnavailable")
    #expect(report["error"]?["message"]?.contains("nonconsumable.boat") == true)
  }

  @Test func `what is malformed is one sentence for a program, and help for a person`()
    async throws
  {
    let machine = try CommandLineFixture()

    let program = try await machine.skdemo("store", "advance", "--json")
    let person = try await machine.skdemo("store", "advance")

    let sentence = "Say how far, as in P1M, or until when, as in --to 2027-01-31."
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(program.errors.utf8)) as? [String: [String: String]])
    #expect(report["error"] == ["code": "malformed", "message": sentence])
    #expect(person.errors.hasPrefix("skdemo: \(sentence)\nUsage: "))
  }

  @Test func `a machine that refuses is not a store that cannot be reached`() async throws {
    let machine = try CommandLineFixture()
    _ = try await machine.skdemo("status")
    let orders = machine.data.appending(path: "stores/local/devices/device-1/orders")
    try? FileManager.default.removeItem(at: orders)
    try Data().write(to: orders)

    let run = try await machine.skdemo("buy", "nonconsumable.car", "--yes")

    #expect(run.status == 1)
    #expect(run.errors.contains("orders"))
  }

  @Test func `a store that is no database is left as it is`() async throws {
    let machine = try CommandLineFixture()
    let file = machine.data.appending(path: "store.sqlite")
    try Data("not a database, but somebody's letters".utf8).write(to: file)

    let run = try await machine.skdemo("status", "--json")

    #expect(run.status == 3)
    #expect(run.errors.contains("store.sqlite is not a store's database"))
    #expect(run.errors.contains("The store is in \(machine.data.path)"))
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("not a database"))
  }
}
