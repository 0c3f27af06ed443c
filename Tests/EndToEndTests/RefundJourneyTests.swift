import Foundation
import TestSupport
import Testing

/// Refunds that a customer asks for, with the real binary in a real terminal.
@Suite(.hangLimit) struct RefundJourneyTests {
  @Test func `a refund is asked for and declined, and another granted and reversed`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes")
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    let ids = try await commandLine.skdemo("history", "--json").transactions()
      .compactMap { $0["transactionId"] as? String }
    let (car, racecar) = try #require(ids.count == 2 ? (ids[0], ids[1]) : nil)

    try await commandLine.storefront { shop in
      try await shop.waitForGarage()
      try await shop.sendKeys("h")
      try await shop.waitFor("bought")
      try await shop.sendKeys("g")
      let sheet = try await shop.waitFor("Why do you want your money back?")
      #expect(sheet.contains("1  I didn't mean to buy this"))
      try await shop.sendKeys("Enter")
      try await shop.waitFor("bought") { !$0.contains("Why do you want") }
      try await shop.sendKeys("g")
      try await shop.waitFor("Why do you want your money back?")
      try await shop.sendKeys("1")
      try await shop.waitFor("refund requested")
      let listed = try await commandLine.skdemo("store", "transactions").output
      #expect(listed.contains("refund requested, UNINTENDED_PURCHASE"))

      #expect(try await commandLine.skdemo("store", "refund-decline", car).status == 0)
      try await shop.waitFor("refund declined")

      try await shop.sendKeys("Down")
      try await shop.sendKeys("g")
      try await shop.waitFor("Why do you want your money back?")
      try await shop.sendKeys("5")
      try await shop.waitFor("What is the reason?")
      try await shop.sendKeys("It rattles")
      try await shop.waitFor("It rattles_")
      try await shop.sendKeys("Enter")
      try await shop.waitFor("refund requested")
      let reasons = try await commandLine.skdemo("store", "transactions").output
      #expect(reasons.contains("refund requested, OTHER: It rattles"))
      #expect(try await commandLine.skdemo("store", "refund", racecar).status == 0)
      try await shop.waitFor("refunded")
      #expect(try await commandLine.skdemo("store", "refund-reverse", racecar).status == 0)
      try await shop.waitFor("refund reversed")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }

    let again = try await commandLine.skdemo("refund", car, "--yes")
    #expect(again.status == 1)
    #expect(try await commandLine.skdemo("history").output.contains("refund declined"))
  }
}
