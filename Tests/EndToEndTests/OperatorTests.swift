import Foundation
import TestSupport
import Testing

/// The operator's commands about what a customer has bought.
@Suite(.hangLimit) struct OperatorTests {
  @Test func `a refund is reported, and the race car can be bought again`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    let bought = try await commandLine.skdemo(
      "buy", "nonconsumable.racecar", "--yes", "--json"
    ).boughtID()

    let report = try await commandLine.skdemo(
      "store", "refund", bought, "--reason", "app-issue", "--json"
    ).json()

    let transaction = try #require(report["transaction"] as? [String: Any])
    #expect(report["amount"] as? String == "4.99")
    #expect(transaction["transactionId"] as? String == bought)
    #expect(transaction["revocationType"] as? String == "REFUND_FULL")
    #expect(transaction["revocationReason"] as? Int == 1, "a problem with the app")
    let status = try await commandLine.skdemo("status", "--json").json()
    #expect(status["customer"] as? String == "inactive")
    let again = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes", "--json")
      .json()
    #expect(again["alreadyOwned"] as? Bool == false)
  }

  @Test func `a plan that is cancelled serves on and does not renew, unless it is resumed`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let transaction = try await commandLine.skdemo(
      "buy", "subscription.pro", "--yes", "--json"
    ).boughtID()

    let run = try await commandLine.skdemo("store", "cancel", "subscription.pro")

    #expect(run.status == 0)
    #expect(run.output.hasPrefix("subscription.pro of customer ends at "))
    #expect(run.output.contains(" and does not renew, transaction "))
    let report = try await commandLine.skdemo("store", "cancel", transaction, "--json").json()
    #expect(report["account"] as? String == "customer")
    #expect(report["autoRenewProductId"] == nil)
    let resumed = try await commandLine.skdemo("store", "resume", "subscription.pro")
    #expect(resumed.output.hasPrefix("subscription.pro of customer renews at "))
    _ = try await commandLine.skdemo("store", "cancel", "subscription.pro")
    let advance = try await commandLine.skdemo("store", "advance", "P1Y")
    #expect(advance.output.contains(", 1 event"))
  }

  @Test func `a refund or expiry that is not possible is refused with an error code`() async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let car = try await commandLine.skdemo(
      "buy", "nonconsumable.car", "--yes", "--json"
    ).boughtID()
    #expect(try await commandLine.skdemo("store", "refund", car).output.contains("refunded"))

    let refusals: [(arguments: [String], status: Int32, code: String)] = [
      (["store", "refund", car], 1, "alreadyRefunded"),
      (["store", "refund", "9"], 1, "unknownTransaction"),
      (["store", "expire", "subscription.pro"], 1, "notSubscribed"),
      (["store", "expire", "subscription.pro", "--account", "bob"], 1, "unknownAccount"),
      (["store", "cancel", "subscription.pro"], 1, "notSubscribed"),
      (["store", "cancel", "9"], 1, "unknownTransaction"),
      (["store", "resume", "subscription.pro"], 1, "notSubscribed"),
    ]
    for refusal in refusals {
      let run = try await commandLine.skdemo(refusal.arguments + ["--json"])
      #expect(run.status == refusal.status)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("\"\(refusal.code)\""), "\(run.errors)")
    }
    #expect(try await commandLine.skdemo("store", "refund", "car").status == 2)
  }
}
