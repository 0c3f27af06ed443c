import Foundation
import TestSupport
import Testing

/// The Transaction Manager over the storefront, with the real binary in a real terminal.
@Suite(.hangLimit) struct TransactionManagerJourneyTests {
  @Test func `the operator refunds a plan from the storefront, whose screen follows`() async throws
  {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes").succeeded()
    _ = try await commandLine.skdemo("buy", "subscription.pro", "--yes").succeeded()

    try await commandLine.storefront { shop in
      try await shop.waitFor("● Pro")
      try await shop.type("T")
      let list = try await shop.waitFor("nonconsumable.racecar")
      #expect(list.contains("subscription.pro"))
      try await shop.sendKeys("Enter")
      let details = try await shop.waitFor("1 · subscribed")
      #expect(details.contains("r  Refund"))
      try await shop.type("c")
      try await shop.waitFor("✓ subscription.pro of customer ends at")
      try await shop.waitFor("o  Turn renewal on")
      try await shop.type("r")
      try await shop.waitFor("Refund? No control undoes it.")
      try await shop.sendKeys("Escape")
      try await shop.waitFor("o  Turn renewal on")
      try await shop.type("r")
      try await shop.waitFor("Refund? No control undoes it.")
      try await shop.type("y")
      try await shop.waitFor("✓ subscription.pro: 1.99 USD refunded")
      try await shop.sendKeys("Escape")
      try await shop.waitFor("refunded")
      try await shop.sendKeys("Escape")
      try await shop.waitFor("refunded") { !$0.contains("Transactions") }
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }

  @Test func `it opens by its name, and finds a transaction`() async throws {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes").succeeded()
    _ = try await commandLine.skdemo("buy", "consumable.fuel.octane87", "--yes").succeeded()

    try await commandLine.storefront { shop in
      try await shop.waitForGarage()
      try await shop.type(":store")
      try await shop.waitFor("store transactions")
      try await shop.sendKeys("Enter")
      try await shop.waitFor("consumable.fuel.octane87")
      try await shop.type("/race")
      try await shop.waitFor("1 of 2 transactions")
      try await shop.sendKeys("Enter", "Enter")
      try await shop.waitFor("inAppOwnershipType")
      try await shop.sendKeys("Escape", "Escape")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }
}
