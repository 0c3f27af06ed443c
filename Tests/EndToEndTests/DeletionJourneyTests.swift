import Foundation
import TestSupport
import Testing

/// The operator's purchases and deletions for a customer, with the real binary in a real terminal.
@Suite(.hangLimit) struct DeletionJourneyTests {
  @Test func `what the operator buys appears in an open storefront, and vanishes when deleted`()
    async throws
  {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront { shop in
      try await shop.waitFor("Head over to the shop to get started!")
      let car = try await commandLine.operatorBuys("nonconsumable.racecar")
      try await shop.waitFor("MY CARS")
      let plan = try await commandLine.operatorBuys(
        "subscription.pro", "--purchase-date", "2026-01-31")
      try await shop.waitFor("Pro · renews")

      #expect(try await commandLine.skdemo("store", "delete", plan).status == 0)
      try await shop.waitFor("no plan") { !$0.contains("Pro · renews") }
      #expect(try await commandLine.skdemo("store", "delete", car).status == 0)
      try await shop.waitFor("Head over to the shop to get started!")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }

    let status = try await commandLine.skdemo("status").output
    #expect(status.contains("new customer\nnothing owned yet\n"))
    let history = try await commandLine.skdemo("history").output
    #expect(history.contains("subscription.pro"), "its earlier periods stay")
    let again = try await commandLine.skdemo("store", "delete", "1")
    #expect(again.status == 1)
  }
}

extension CommandLineFixture {
  /// Returns the ID of the latest transaction of what was bought.
  fileprivate func operatorBuys(_ arguments: String...) async throws -> String {
    let bought = try await skdemo(["store", "buy", "--json"] + arguments).succeeded().json()
    let transaction = try #require(bought["transaction"] as? [String: Any])
    let product = try #require(transaction["productId"] as? String)
    let history = try await skdemo("history", "--json").json()
    return try #require(
      (history["transactions"] as? [[String: Any]])?
        .first { $0["productId"] as? String == product }?["transactionId"] as? String)
  }
}
