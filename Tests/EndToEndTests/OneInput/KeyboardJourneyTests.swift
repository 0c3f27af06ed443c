import TestSupport
import Testing

/// Everything that a customer wants, by keyboard alone, with the real binary in a real terminal.
@Suite(.hangLimit) struct KeyboardJourneyTests {
  private typealias Journey = OneInputJourney

  @Test(arguments: OneInputJourney.sizes)
  func `a customer does everything by keyboard alone`(columns: Int, rows: Int) async throws {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront(columns: columns, rows: rows) { shop in
      try await buyCar(in: shop)
      try await buyPlan(in: shop)
      try await changePlan(in: shop)
      try await restore(in: shop)
      try await askForRefund(in: shop)
      try await readHelp(in: shop)
      try await shop.type("q")
      #expect(try await shop.waitForEnd() == 0)
    }

    try await Journey.expectPurchases(commandLine)
  }

  /// Closes the first sheet without a purchase.
  private func buyCar(in shop: TmuxSession) async throws {
    try await shop.waitForInvitation()
    try await shop.type("s")
    try await shop.waitFor("▌ Car")
    try await shop.type("b")
    try await shop.waitFor(Journey.notNow)
    try await shop.sendKeys("Enter")
    try await shop.waitFor("Nothing was bought.")
    try await shop.type("b")
    try await shop.waitFor(Journey.notNow)
    try await shop.type("p")
    try await shop.closePurchase()
    try await shop.waitFor("Car is yours.")
  }

  /// Opens the plan's page by its name.
  private func buyPlan(in shop: TmuxSession) async throws {
    try await shop.type(":open pro")
    try await shop.waitFor("open Pro")
    try await shop.sendKeys("Enter")
    try await shop.waitFor("b buy $1.99")
    try await shop.type("b")
    try await shop.waitFor(Journey.notNow)
    try await shop.type("p")
    try await shop.closePurchase()
    try await shop.waitFor("You are subscribed to Pro.")
  }

  private func changePlan(in shop: TmuxSession) async throws {
    try await shop.type("c")
    try await shop.waitFor("Done   ↵")
    try await shop.type("1")
    try await shop.waitFor("Change plan   p")
    try await shop.type("p")
    try await shop.waitForNextPlan()
  }

  private func restore(in shop: TmuxSession) async throws {
    try await shop.type("r")
    try await shop.waitFor("Continue   ")
    try await shop.type("c")
    try await shop.waitFor("Nothing to restore")
  }

  /// Finds the purchase with a filter.
  private func askForRefund(in shop: TmuxSession) async throws {
    try await shop.type("h")
    try await shop.waitForHistory()
    try await shop.type("/car")
    try await shop.waitFor("1 found")
    try await shop.sendKeys("Enter")
    try await shop.type("g")
    try await shop.waitFor("1  I didn't mean to buy this")
    try await shop.type("1")
    try await shop.waitFor("refund requested")
    try await shop.sendKeys("Escape")
    try await shop.waitFor("the whole history") { !$0.contains("1 found") }
  }

  private func readHelp(in shop: TmuxSession) async throws {
    try await shop.type("?")
    try await shop.waitFor("╭─ Keys")
    try await shop.type("quit")
    try await shop.waitFor("Keys /quit")
    try await shop.sendKeys("Escape")
    try await shop.waitFor("all keys") { !$0.contains("/quit") }
    try await shop.sendKeys("Escape")
    try await shop.waitFor("the history") { !$0.contains("╭─ Keys") }
  }
}
