import Foundation
import TestSupport
import Testing

/// An open storefront shows the effects of the operator's commands.
@Suite(.hangLimit) struct OperatorTests {
  @Test func `a refund removes the race car from the garage and shows a notice`() async throws {
    let commandLine = try CommandLineFixture()
    let bought = try await commandLine.buy("nonconsumable.racecar")

    try await commandLine.storefront { shop in
      let garage = try await shop.waitFor("MY CARS")
      #expect(garage.contains("Race Car"))

      let run = try await commandLine.skdemo("store", "refund", bought, "--json")
      #expect(run.status == 0)
      let report = try run.json()
      let transaction = try #require(report["transaction"] as? [String: Any])
      #expect(report["amount"] as? String == "4.99")
      #expect(transaction["transactionId"] as? String == bought)
      #expect(transaction["revocationType"] as? String == "REFUND_FULL")

      try await shop.waitFor("Race Car was refunded on")
      try await shop.waitFor("no car in the garage") {
        $0.contains("Welcome Back!") && !$0.contains("MY CARS")
      }
      try await shop.sendKeys("q")
      #expect(try await shop.waitForEnd() == 0)
    }

    let status = try await commandLine.skdemo("status", "--json").json()
    #expect(status["customer"] as? String == "inactive")
    let again = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes", "--json")
      .json()
    #expect(again["alreadyOwned"] as? Bool == false)
  }

  @Test func `a customer whose plan was expired by the operator is welcomed back`() async throws {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.buy("subscription.pro")

    try await commandLine.storefront { shop in
      try await shop.waitFor("Pro · renews")

      let run = try await commandLine.skdemo("store", "expire", "subscription.pro")
      #expect(run.status == 0)
      #expect(run.output.contains("subscription.pro of customer ended"))

      try await shop.waitFor("Welcome Back!")
      try await shop.sendKeys("q")
      #expect(try await shop.waitForEnd() == 0)
    }
  }

  @Test func `a plan that is cancelled serves on and does not renew, unless it is resumed`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    let transaction = try await commandLine.buy("subscription.pro")

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
    let commandLine = try CommandLineFixture()
    let car = try await commandLine.buy("nonconsumable.car")
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

extension CommandLineFixture {
  /// Buys on the command line; returns the transaction's ID.
  fileprivate func buy(_ productID: String) async throws -> String {
    let report = try await skdemo("buy", productID, "--yes", "--json").json()
    let transaction = try #require(report["transaction"] as? [String: Any])
    return try #require(transaction["transactionId"] as? String)
  }
}
