import TestSupport
import Testing

/// Everything that a customer wants, by mouse alone, with the real binary in a real terminal.
@Suite(.hangLimit) struct MouseJourneyTests {
  private typealias Journey = OneInputJourney

  @Test(arguments: OneInputJourney.sizes)
  func `a customer does everything by mouse alone`(columns: Int, rows: Int) async throws {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront(columns: columns, rows: rows) { shop in
      try await buyCar(in: shop)
      try await buyPlan(in: shop, hasCards: columns == 80)
      try await changePlan(in: shop)
      try await restore(in: shop)
      try await askForRefund(in: shop)
      try await shop.pressInHelp(":", "type a command")
      try await shop.pressInCommandLine("q", "quit")
      #expect(try await shop.waitForEnd() == 0)
    }

    try await Journey.expectPurchases(commandLine)
  }

  /// Closes the first sheet without a purchase.
  private func buyCar(in shop: TmuxSession) async throws {
    try await shop.waitForInvitation()
    try await shop.press(on: "Shop")
    try await shop.waitFor("▌ Car")
    try await shop.press(on: "b buy $1.99")
    try await shop.press(on: Journey.notNow)
    try await shop.waitFor("Nothing was bought.")
    try await shop.press(on: "b buy $1.99")
    try await shop.pressButton("Pay $1.99")
    try await shop.pressPurchase()
    try await shop.waitFor("Car is yours.")
  }

  /// Presses the plan's card, or turns the wheel to its row: three cars and three fuels are above the plans.
  private func buyPlan(in shop: TmuxSession, hasCards: Bool) async throws {
    if hasCards {
      try await shop.press(on: "Pro ─")
    } else {
      try await shop.turnWheel(8)
    }
    try await shop.waitFor("▌ Pro")
    try await shop.press(on: "b buy $1.99")
    try await shop.pressButton("Pay $1.99")
    try await shop.pressPurchase()
    try await shop.waitFor("You are subscribed to Pro.")
  }

  private func changePlan(in shop: TmuxSession) async throws {
    try await shop.pressInHelp("c", "change or cancel")
    try await shop.pressButton("1  Change to Premium")
    try await shop.pressButton("Change plan   p")
    try await shop.waitForNextPlan()
  }

  private func restore(in shop: TmuxSession) async throws {
    try await shop.pressInHelp("r", "restore purchases")
    try await shop.pressButton("Continue")
    try await shop.waitFor("Nothing to restore")
  }

  /// Opens the filter of the history and closes it, as text cannot be typed with the mouse.
  private func askForRefund(in shop: TmuxSession) async throws {
    try await shop.pressInHelp("h", "history")
    try await shop.waitForHistory()
    try await shop.pressInHelp("/", "filter")
    try await shop.press(on: "esc show all")
    try await shop.waitFor("the whole history") { !$0.contains("show all") }
    try await shop.pressInHelp("g", "ask for a refund")
    try await shop.pressButton("1  I didn't mean to buy this")
    try await shop.waitFor("refund requested")
  }
}
