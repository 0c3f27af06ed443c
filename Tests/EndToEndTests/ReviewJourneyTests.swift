import Foundation
import TestSupport
import Testing

/// The system's sheet for a rating, with the real binary in a real terminal.
@Suite(.hangLimit) struct ReviewJourneyTests {
  private static let question = "Do you like this app?"

  @Test func `after the third purchase of a run the app asks for a rating, and once only`()
    async throws
  {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront { shop in
      try await shop.waitFor("Head over to the shop to get started!")
      try await shop.sendKeys("s")
      try await shop.waitFor("Race Car")
      try await buy("▌ Car", by: [], ending: "Car is yours.", in: shop)
      try await buy(
        "▌ Sport Utility Vehicle", by: ["Down"], ending: "Sport Utility Vehicle is yours.", in: shop
      )
      #expect(try await !shop.capture().contains(Self.question))
      try await buy("▌ Race Car", by: ["Down"], ending: Self.question, in: shop)
      try await shop.sendKeys("4")
      try await shop.waitFor("the shop") { !$0.contains(Self.question) }
      try await buy(
        "━ Pro ━", by: ["Down", "Right", "Right"], ending: "You are subscribed to Pro.", in: shop)
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }

  private func buy(
    _ selected: String, by arrows: [String], ending: String, in shop: TmuxSession
  ) async throws {
    for arrow in arrows { try await shop.sendKeys(arrow) }
    try await shop.waitFor(selected)
    try await shop.sendKeys("b")
    try await shop.waitFor("No money moves.")
    try await shop.sendKeys("p")
    try await shop.waitFor(ending)
  }
}
