import Foundation
import PrivateFiles
import TestSupport
import Testing

/// Status and error message of commands that cannot be carried out.
@Suite(.hangLimit) struct RefusedCommandTests {
  struct RefusedCommand: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    /// Parts of the error message.
    var messages: [String]

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let refusals = [
    RefusedCommand(
      arguments: ["buy", "nonconsumable.boat", "--yes"], status: 1, messages: ["nonconsumable.boat"]
    ),
    RefusedCommand(arguments: ["buy"], status: 2, messages: ["product-id"]),
    RefusedCommand(
      arguments: ["buy", "consumable.fuel.octane87", "--quantity", "11", "--yes"], status: 1,
      messages: ["11", "1 to 10"]),
    RefusedCommand(
      arguments: ["buy", "nonconsumable.car", "--quantity", "2", "--yes"], status: 1,
      messages: ["2"]),
    RefusedCommand(
      arguments: ["subscription", "cancel"], status: 1, messages: ["no active", "skdemo status"]),
    RefusedCommand(
      arguments: ["subscription", "change", "subscription.pro", "--yes"], status: 1,
      messages: ["subscription.pro", "skdemo buy subscription.pro"]),
    RefusedCommand(
      arguments: ["subscription", "change", "nonconsumable.car", "--yes"], status: 1,
      messages: ["nonconsumable.car", "is not a plan"]),
    RefusedCommand(arguments: ["store", "advance", "P-1M"], status: 2, messages: ["P-1M", "P1M"]),
    RefusedCommand(
      arguments: ["store", "advance", "--to", "2001-01-01"], status: 1, messages: ["2001-01-01"]),
    RefusedCommand(arguments: ["store", "advance", "P1000Y"], status: 1, messages: ["2107"]),
    RefusedCommand(
      arguments: ["status", "--device", "no such device"], status: 1, messages: ["no such device"]),
    RefusedCommand(
      arguments: ["status", "--new-device", "--device", "device-1"], status: 1,
      messages: ["device-1"]),
    RefusedCommand(
      arguments: ["products", "--catalog", "missing.json"], status: 1, messages: ["missing.json"]),
    RefusedCommand(
      arguments: ["products", "--catalog", "/"], status: 1, messages: ["'/'", "--catalog FILE"]),
    RefusedCommand(
      arguments: ["status", "--data", "/proc/skdemo"], status: 1,
      messages: ["/proc/skdemo", "--data DIR"]),
    RefusedCommand(arguments: ["status", "--data", ""], status: 2, messages: ["--data DIR"]),
    RefusedCommand(
      arguments: ["products", "--catalog", "/dev/zero"], status: 1, messages: ["not a regular file"]
    ),
    RefusedCommand(
      arguments: ["dance"], status: 2,
      messages: [
        """
        there is no command 'dance': the commands are storefront, status, products, buy, \
        subscription, payment, redeem, refund, restore, open, history, watch, sign-in, sign-out, \
        password, device, run, settings, logs, store, serve.
        """
      ]),
    RefusedCommand(
      arguments: ["--data", "folder", "dance"], status: 2,
      messages: ["there is no command 'dance': the commands are storefront, "]),
    RefusedCommand(
      arguments: ["store", "--json", "account", "dance"], status: 2,
      messages: ["there is no command 'dance': the commands are list, add, password, sign-out."]),
    RefusedCommand(
      arguments: ["--device", "watch", "--dance"], status: 2, messages: ["Unknown option '--dance'"]
    ),
    RefusedCommand(
      arguments: ["status", "--store", "http://127.0.0.1:1", "--environment", "production"],
      status: 2, messages: ["--environment is for the store in the data folder"]),
    RefusedCommand(
      arguments: ["--clock-bound", "90", "dance"], status: 2,
      messages: ["there is no command 'dance': the commands are storefront, "]),
    RefusedCommand(
      arguments: ["store", "--clock-bound", "90", "--operator-key-file", "key", "dance"], status: 2,
      messages: ["there is no command 'dance': the commands are clock, "]),
    RefusedCommand(
      arguments: ["dance", "--help"], status: 2, messages: ["there is no command 'dance'"]),
    RefusedCommand(
      arguments: ["help", "dance"], status: 2, messages: ["there is no command 'dance'"]),
    RefusedCommand(
      arguments: ["help", "store", "dance"], status: 2,
      messages: ["there is no command 'dance': the commands are clock, "]),
    RefusedCommand(
      arguments: ["help", "dance", "--json"], status: 2, messages: [#""code" : "malformed""#]),
    RefusedCommand(
      arguments: ["store", "--json"], status: 2,
      messages: [#""code" : "malformed""#, "store needs one of its commands: clock, "]),
    RefusedCommand(
      arguments: ["store", "offer-key", "--json"], status: 2,
      messages: ["offer-key needs one of its commands: create."]),
  ]

  /// Dates and durations that a lenient reader would take for others.
  private static let dateArguments: [([String], String)] = [
    (["store", "advance", "--to", "2027-02-30"], "2027-02-30"),
    (["store", "advance", "--to", "2027-01-31T12:00:00"], "2027-01-31T12:00:00"),
    (["store", "advance", "--to", "2027-01-31 and more"], "2027-01-31 and more"),
    (["store", "clock", "set", "2027-01-31T12:00Z"], "2027-01-31T12:00Z"),
    (["store", "offer-code", "create", "pro.free.month", "--expires", "2027-02-29"], "2027-02-29"),
    (["store", "buy", "nonconsumable.car", "--purchase-date", "2025-13-01"], "2025-13-01"),
  ]

  static let dates: [RefusedCommand] = dateArguments.map { arguments, text in
    RefusedCommand(
      arguments: arguments, status: 2,
      messages: [
        "The value '\(text)' is invalid", "2027-01-31 (midnight UTC), 2027-01-31T12:00:00Z or ",
      ])
  }

  static let durations: [RefusedCommand] = [
    "p1m", "P1M ", "P1M and more", "P1.5M", "P99999999999Y", "1",
  ].map {
    RefusedCommand(
      arguments: ["store", "advance", $0], status: 2,
      messages: ["The value '\($0)' is invalid", "P1Y, P1M, P2W or P1M2D"])
  }

  private static let all: [RefusedCommand] = refusals + dates + durations

  @Test(arguments: all)
  func `a refusal names what was asked and what prevents it`(refusal: RefusedCommand) async throws {
    let folder = try TemporaryFolder()
    // What is malformed opens no store.
    let run =
      try await refusal.status == 2
      ? CommandRun.inProcess(
        refusal.arguments
          + (refusal.arguments.contains("--data") ? [] : ["--data", folder.url.path]))
      : CommandLineFixture().skdemo(refusal.arguments)

    #expect(run.status == refusal.status)
    #expect(run.output.isEmpty)
    for message in refusal.messages {
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func `with --json a refusal is JSON`() async throws {
    let run = try await CommandLineFixture().skdemo("buy", "nonconsumable.boat", "--yes", "--json")

    let report = try #require(
      JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: [String: String]])
    #expect(run.status == 1)
    #expect(report["error"]?["code"] == "productUnavailable")
    #expect(report["error"]?["message"]?.contains("nonconsumable.boat") == true)
  }

  @Test func `a malformed command is one sentence with --json, and otherwise the usage too`()
    async throws
  {
    let folder = try TemporaryFolder()
    let command = ["store", "advance", "--data", folder.url.path]
    let asJSON = await CommandRun.inProcess(command + ["--json"])
    let asText = await CommandRun.inProcess(command)

    let sentence = "Give a duration, as in P1M, or a date, as in --to 2027-01-31."
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(asJSON.errors.utf8)) as? [String: [String: String]])
    #expect(report["error"] == ["code": "malformed", "message": sentence])
    #expect(asText.errors.hasPrefix("skdemo: \(sentence)\nUsage: "))
  }

  @Test func `a file error on this computer is not reported as an unreachable store`() async throws
  {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("status")
    let orders = commandLine.data.appending(path: "stores/local/devices/device-1/orders")
    try? FileManager.default.removeItem(at: orders)
    try Data().write(to: orders)

    let run = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")

    #expect(run.status == 1)
    #expect(run.errors.contains("orders"))
  }

  @Test func `a file that is not a database is left unchanged`() async throws {
    let commandLine = try CommandLineFixture()
    let file = commandLine.data.appending(path: "store.sqlite")
    try Data("not a database, but somebody's letters".utf8).write(to: file)

    let run = try await commandLine.skdemo("status", "--json")

    #expect(run.status == 3)
    #expect(run.errors.contains("store.sqlite is not a store's database"))
    #expect(run.errors.contains("The store is in \(commandLine.data.path)"))
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("not a database"))
  }

  /// Every command with a sheet, each of which changes something if somebody agrees.
  private static let questions = [
    "buy nonconsumable.racecar", "buy consumable.fuel.octane87",
    "buy subscription.premium", "subscription change subscription.premium", "subscription cancel",
    "redeem freecan", "redeem month", "payment fix", "refund {car}", "restore",
  ]

  @Test func `a question that nobody answers ends with 1, and nothing has changed`() async throws {
    let commandLine = try CommandLineFixture()
    for line in [
      "store clock freeze", "buy nonconsumable.car --yes", "buy subscription.pro --yes",
      "store offer-code create consumable.fuel.octane87 --custom freecan --number 1",
      "store offer-code create pro.free.month --custom month --number 1",
      "store billing fail subscription.pro",
    ] {
      let run = try await commandLine.skdemo(line.split(separator: " ").map(String.init))
      try #require(run.status == 0, "\(line): \(run.errors)")
    }
    let car = try await commandLine.carTransaction()
    let before = try await commandLine.state()

    for line in Self.questions {
      let words = line.replacing("{car}", with: car).split(separator: " ").map(String.init)
      let run = try await commandLine.skdemo(words + ["--json"])
      #expect(run.status == 1, "\(line)")
      #expect(run.errors.isEmpty, "\(line): \(run.errors)")
      #expect(try run.json()["result"] as? String == "cancelled", "\(line): \(run.output)")
    }

    #expect(try await commandLine.state() == before)
  }
}

extension CommandLineFixture {
  /// The customer's purchases and subscription, and the sold and redeemed products.
  fileprivate func state() async throws -> [String] {
    var texts: [String] = []
    for line in [
      "history", "store transactions", "store offer-code list",
      "store subscription subscription.pro",
    ] {
      texts.append(try await skdemo(line.split(separator: " ").map(String.init)).output)
    }
    return texts
  }
}
