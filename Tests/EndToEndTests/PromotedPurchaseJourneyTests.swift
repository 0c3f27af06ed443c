import Foundation
import TestSupport
import Testing

/// Purchases that begin in the App Store, with the real binary in a real terminal.
@Suite(.hangLimit) struct PromotedPurchaseJourneyTests {
  private func url(_ productID: String) -> String {
    "itms-services://?action=purchaseIntent&bundleId=com.example.skdemo"
      + "&productIdentifier=\(productID)"
  }

  @Test func `an open storefront asks about a purchase that begins in another pane`() async throws {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront { shop in
      try await shop.waitForInvitation()
      let run = try await commandLine.skdemo("open", url("nonconsumable.racecar"))
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("Race Car: the storefront of device-1 asks now"))
      try await shop.waitFor("You pay     $4.99 today")
      try await shop.sendKeys("Enter")
      try await shop.waitFor("the shop") { !$0.contains("No money moves.") }
      #expect(try await shop.waitForEnd(pressing: "Escape", "q") == 0)
    }

    #expect(try await commandLine.skdemo("store", "transactions").output == "no transactions yet\n")
  }

  @Test func `a customer buys from the App Store's page`() async throws {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront { shop in
      try await shop.waitForInvitation()
      try await shop.sendKeys("o")
      let page = try await shop.waitFor("What this app sells")
      #expect(page.contains("1  Fuel87"))
      #expect(page.contains("6  Race Car"))
      try await shop.sendKeys("6")
      try await shop.waitFor("You pay     $4.99 today")
      try await shop.sendKeys("p")
      try await shop.closePurchase()
      try await shop.waitFor("Race Car is yours.")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }

  @Test func `the next storefront asks after its three steps, once`() async throws {
    let commandLine = try CommandLineFixture()
    #expect(try await commandLine.skdemo("open", url("nonconsumable.car")).status == 0)
    // A command takes the three steps too, and leaves the purchase to a storefront.
    #expect(try await commandLine.skdemo("status").status == 0)

    try await commandLine.storefront { shop in
      try await shop.waitFor("You pay     $1.99 today")
      try await shop.sendKeys("p")
      try await shop.closePurchase()
      try await shop.waitFor("Car is yours.")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
    try await commandLine.storefront { shop in
      let garage = try await shop.waitForGarage()
      #expect(!garage.contains("You pay"))
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }
}
