import Foundation
import TestSupport
import Testing

/// Refunds that a customer asks for, with the real binary in a real terminal.
@Suite(.hangLimit) struct RefundJourneyTests {
  @Test func `a refund is asked for and declined, and another granted and reversed`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes")
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    let (car, racecar) = try await commandLine.twoTransactions()

    try await commandLine.storefront { shop in
      try await shop.waitFor("MY CARS")
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

  @Test func `the sheet says which fuel it is about, and a notice that it was declined`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo(
      "buy", "consumable.fuel.octane87", "--quantity", "3", "--yes"
    ).succeeded()
    let list = try await commandLine.skdemo("history", "--json").json()
    let fuel = try #require(list["transactions"] as? [[String: Any]]).first
    let id = try #require(fuel?["transactionId"] as? String)

    try await commandLine.storefront { shop in
      try await shop.waitFor("Head over to the shop")
      try await shop.sendKeys("h")
      try await shop.waitFor("bought")
      try await shop.sendKeys("g")
      let sheet = try await shop.waitFor("Why do you want your money back?")
      #expect(sheet.contains("Fuel87 × 3, $2.97"))
      try await shop.sendKeys("1")
      try await shop.waitFor("refund requested")
      try await shop.sendKeys("m")
      try await shop.waitFor("Head over to the shop")
      _ = try await commandLine.skdemo("store", "refund-decline", id).succeeded()
      try await shop.waitFor("The refund of Fuel87 × 3 was declined.")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }
}

extension CommandLineFixture {
  /// The IDs of the car's transaction, and of the race car's, which is older.
  fileprivate func twoTransactions() async throws -> (car: String, racecar: String) {
    let list = try await skdemo("history", "--json").json()
    let ids = try #require(list["transactions"] as? [[String: Any]])
      .compactMap { $0["transactionId"] as? String }
    return try #require(ids.count == 2 ? (ids[0], ids[1]) : nil)
  }
}
