import AppStorePayloads
import Foundation
import TestSupport
import Testing

/// Lists of any length are printed whole, page by page, or say what is missing.
@Suite(.serialized, .limit(minutes: 10)) struct HistoryCommandTests {
  /// How many transactions the long history has; `HISTORY_TRANSACTIONS` makes it longer.
  private static let count =
    ProcessInfo.processInfo.environment["HISTORY_TRANSACTIONS"].flatMap(Int.init) ?? 3_000

  @Test func `a history of any length is complete on the command line, as lines and as JSON`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("status").succeeded()
    try await RecordedHistory.add(
      Self.count, in: commandLine.data.appending(path: "store.sqlite"))

    for list in [["history"], ["store", "transactions"]] {
      let plain = try await commandLine.skdemo(list).succeeded()
      #expect(plain.output.split(separator: "\n").count == Self.count)

      let run = try await commandLine.skdemo(list + ["--json"]).succeeded()
      let json = try run.json()
      #expect(json["isComplete"] as? Bool == true)
      #expect(json["incomplete"] == nil)
      let ids = try run.transactions().compactMap { $0["transactionId"] as? String }
      #expect(ids.count == Self.count && Set(ids).count == Self.count)
      #expect(ids == ids.sorted(by: >))
    }
  }

  @Test func `the history is in the order of recording, the operator's list in that of the dates`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    _ = try await commandLine.skdemo(
      "store", "buy", "nonconsumable.racecar", "--purchase-date", "2026-01-31"
    ).succeeded()

    func products(of list: String...) async throws -> [String?] {
      try await commandLine.skdemo(list + ["--json"]).transactions()
        .map { $0["productId"] as? String }
    }

    #expect(try await products(of: "history") == ["nonconsumable.racecar", "nonconsumable.car"])
    #expect(
      try await products(of: "store", "transactions")
        == ["nonconsumable.car", "nonconsumable.racecar"])
  }

  @Test func `a script reads the order ID of each transaction that the customer paid for`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()

    let transaction = try #require(
      try await commandLine.skdemo("history", "--json").transactions().first)

    let id = try #require((transaction["transactionId"] as? String).flatMap(TransactionID.init))
    #expect(transaction["orderId"] as? String == OrderID(of: id).description)
  }

  @Test func `a script reads the state of a request for a refund beside its transaction`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    func transaction() async throws -> [String: Any] {
      try #require(try await commandLine.skdemo("history", "--json").transactions().first)
    }
    let id = try #require(try await transaction()["transactionId"] as? String)
    #expect(try await transaction()["refundRequest"] == nil)

    _ = try await commandLine.skdemo("refund", id, "--yes").succeeded()
    #expect(try await transaction()["refundRequest"] as? String == "PENDING")
    _ = try await commandLine.skdemo("store", "refund-decline", id).succeeded()
    #expect(try await transaction()["refundRequest"] as? String == "DECLINED")
    _ = try await commandLine.skdemo("store", "refund", id).succeeded()
    #expect(try await transaction()["refundRequest"] as? String == "GRANTED")
  }

  @Test func `offline the command prints what the device keeps, and says what is missing`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    for _ in 1...3 { _ = try await ann.skdemo("buy", "consumable.fuel.octane87", "--yes") }
    try await server.kill()

    let plain = try await ann.skdemo("history")
    let run = try await ann.skdemo("history", "--json")

    #expect(plain.status == 3)
    #expect(plain.output.contains("nonconsumable.car"))
    #expect(plain.errors.contains("the history is not complete: the store does not answer"))
    #expect(plain.errors.contains("this device keeps only the latest transaction of each product"))
    #expect(run.status == 3)
    let json = try run.json()
    #expect(json["isComplete"] as? Bool == false)
    #expect((json["incomplete"] as? [String: String])?["code"] == "offline")
    #expect((json["transactions"] as? [Any])?.count == 1)
  }
}
