import OpenStoreKit
import Testing

@testable import DemoApp

/// The sentences about a price that rises.
@Suite struct PriceTextTests {
  private func sentences(_ status: PlanStatus) -> [String] {
    StatusText(status: status, store: Store(Sample.facts().with { $0.statuses = [status] }))
      .sentences
  }

  @Test(arguments: [
    (
      SubscriptionRenewalInfo.PriceIncreaseStatus.agreed, "After your offer it costs $4.99 / month."
    ), (.pending, "After your offer it costs $4.99 / month, if you agree."),
  ])
  func `a higher price while an offer runs says what is paid next, and what after the offer`(
    consent: SubscriptionRenewalInfo.PriceIncreaseStatus, sentence: String
  ) {
    let status = Sample.status(.pro, .subscribed).priced("3.99", consent, "4.99")
      .continuing(.payAsYouGo, for: "1.99")
    #expect(
      sentences(status) == [
        "You are currently subscribed to Pro.",
        "Next billing date: 14 Dec 2026, for $1.99, with your offer.", sentence,
      ])
  }

  @Test func `a price that waits says the old and the new one, and what no answer does`() {
    #expect(
      sentences(Sample.status(.pro, .subscribed).priced("3.99", .pending, "4.99")) == [
        "You are currently subscribed to Pro.",
        "From 14 Dec 2026 it costs $4.99 / month instead of $3.99, if you agree.",
        "Unless you agree, it ends then and nothing more is charged.",
      ])
  }

  @Test func `a price that waits for the plan that follows names that plan`() {
    let status = Sample.status(.pro, .subscribed, next: .standard)
      .priced("4.99", .pending, "2.99")
    #expect(
      sentences(status) == [
        "You are currently subscribed to Pro.",
        "Standard follows on 14 Dec 2026 for $2.99 / month, if you agree.",
        "Unless you agree, it ends then and nothing more is charged.",
      ])
  }

  @Test func `whoever is asked about the price they pay confirms it`() {
    #expect(
      sentences(Sample.status(.pro, .subscribed).priced("4.99", .pending, "4.99"))[1]
        == "Please confirm $4.99 / month from 14 Dec 2026.")
  }

  @Test(arguments: [Sample.unpaid, Sample.inGrace])
  func `a failed payment is at the agreed price, and the price question is about what follows`(
    status: PlanStatus
  ) {
    #expect(
      sentences(status.priced("3.99", .pending, "3.99")).last
        == "You pay $3.99 for this period. The next one costs $4.99 / month, if you agree.")
  }

  @Test func `a price question about a waiting plan says both prices while a payment has failed`() {
    let status = Sample.status(
      .pro, .inGracePeriod, expires: "2026-11-13", next: .standard, grace: "2026-11-29")
    #expect(
      sentences(status.priced("4.99", .pending, "2.49")).suffix(2) == [
        "Your subscription to Standard will begin when the payment works.",
        "You pay $2.49 for this period. The next one costs $2.99 / month, if you agree.",
      ])
  }

  @Test func `a price that was declined is why the plan ends`() {
    let declined = Sample.status(.pro, .subscribed, renews: false)
      .priced("3.99", .pending, "4.99")
    #expect(
      sentences(declined) == [
        "You are currently subscribed to Pro.",
        "You did not agree to $4.99 / month. It will expire on 14 Dec 2026.",
      ])
  }

  @Test func `a declined price of the plan that would follow names that plan`() {
    #expect(
      sentences(Sample.waiting(.standard).priced("4.99", .pending, "2.99")).last
        == "You did not agree to $2.99 / month for Standard. Pro will expire on 14 Dec 2026.")
  }
}
