import DemoApp
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TerminalUI
import TestSupport
import Testing

/// A plan's life on the screen of a storefront that is open, on a real store.
@Suite(.hangLimit) struct PlanLifeTests {
  private let terminal = RecordedTerminal()

  /// Expects the words in a frame after the ones before, and the focus where it was.
  private func expect(
    _ words: String..., focus row: String = "Premium",
    after change: () async throws -> Void
  ) async throws {
    let start = terminal.frames.count
    try await change()
    let frame = try await terminal.frame(from: start) { frame in
      words.allSatisfy { frame.text.contains($0) }
    }
    let focus = try #require(frame.lines.first { $0.contains("▌") })
    #expect(focus.contains(row))
  }

  @Test func `what happens to a plan is said at once, and the focus stays`() async throws {
    let fixture = try await StoreFixture.make()
    let plan = SubscriptionReference.product(.premium, account: "alice")
    let (other, _) = try await fixture.device("phone")
    try await other.buy(.car)
    try await other.buy(.premium)
    let app = try await AppFixture.open(fixture)
    try await app.open(on: Program(terminal: terminal)) { _ in
      _ = try await terminal.frame(containing: "● Premium · renews 21 Feb 2026")
      // What was bought before is shown once; after that, only what happens to the plan is.
      _ = try await terminal.frame(containing: "Premium is yours.")
      terminal.type(.down)
      _ = try await terminal.frame(containing: "▌ ● Premium")

      try await expect(
        "Premium will not renew. It ends on 21 Feb 2026.", "turn renewal on again",
        "● Premium · ends"
      ) { _ = try await fixture.engine.perform(.disableAutoRenew(subscription: plan)) }
      try await expect(
        "Premium continues: it renews on 21 Feb 2026.", "● Premium · renews 21 Feb 2026"
      ) { _ = try await fixture.engine.perform(.enableAutoRenew(subscription: plan)) }
      try await expect(
        "From 21 Feb 2026 Premium costs $4.49 / month, if you agree.", "◐ Premium",
        "Answer the new price"
      ) {
        let price = Decimal(string: "4.49") ?? 0
        _ = try await fixture.engine.perform(
          .setPrice(productID: .premium, price: price, policy: .askConsent))
      }
      try await expect(
        "From 21 Feb 2026 Premium costs $4.49 / month.", "● Premium · renews 21 Feb 2026",
        "$4.49 / month instead of $3.99."
      ) {
        _ = try await fixture.engine.perform(
          .answerPriceIncrease(subscription: plan, isAccepted: true))
      }
      try await expect(
        "Premium was extended until 03 Mar 2026 free of charge.",
        "● Premium · renews 03 Mar 2026"
      ) { _ = try await fixture.engine.perform(.extend(subscription: plan, days: 10)) }
      try await expect(
        "The payment for Premium failed", "Fix payment", "◐ Premium"
      ) {
        _ = try await fixture.engine.perform(.setGracePeriod(gracePeriod: .days16))
        _ = try await fixture.engine.perform(.failBilling(subscription: plan))
        try await fixture.advance("P1M")
        try await fixture.advance("P10D")
      }
      try await expect(
        "Premium is paused: the payment failed", "◌ Premium"
      ) { try await fixture.advance("P16D") }
      try await expect(
        "The payment for Premium worked. You have access until 19 Apr 2026.",
        "● Premium · renews 19 Apr 2026"
      ) {
        let charge = RenewalCharge(productID: "subscription.premium", price: Decimal(449) / 100)
        _ = try await other.perform(.fixPayment(charges: [charge]))
      }
      try await expect("Standard follows Premium on 19 Apr 2026.") {
        try await other.buy(.standard)
      }
      try await expect("Premium stays your plan: nothing changes on 19 Apr 2026.") {
        try await other.buy(.premium)
      }
      try await expect(
        "Premium ended on 19 Mar 2026.", "Come back to Pro · 3 months for $4.99", focus: "Car"
      ) {
        _ = try await fixture.engine.perform(.expire(subscription: plan))
      }
    }
  }
}
