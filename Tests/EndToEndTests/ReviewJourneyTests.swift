import Foundation
import TestSupport
import Testing

/// The system's sheet for a rating, with the real binary in a real terminal.
@Suite(.hangLimit) struct ReviewJourneyTests {
  private static let question = "Do you like SK Demo?"

  @Test func `after the third purchase of a run the app asks for a rating, and once only`()
    async throws
  {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront { shop in
      try await shop.openShop()
      try await shop.buy("Car")
      try await shop.closePurchase()
      try await shop.waitFor("Car is yours.")
      try await shop.buy("Sport Utility Vehicle", by: "Down")
      try await shop.closePurchase()
      try await shop.waitFor("Sport Utility Vehicle is yours.")
      #expect(try await !shop.capture().contains(Self.question))
      try await shop.buy("Race Car", by: "Down")
      try await shop.closePurchase()
      try await shop.waitFor(Self.question)
      try await shop.sendKeys("4")
      try await shop.waitFor("the shop") { !$0.contains(Self.question) }
      try await shop.buy("Pro", by: "Down", "Right", "Right")
      try await shop.closePurchase()
      try await shop.waitFor("You are subscribed to Pro.")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }
}
