import OpenStoreKit
import Testing

@testable import DemoApp

/// The sentences of SK Demo's StatusInfoView.
@Suite struct StatusTextTests {
  private func sentences(_ status: PlanStatus) -> [String] {
    StatusText(status: status, store: Store(Sample.facts().with { $0.statuses = [status] }))
      .sentences
  }

  @Test(arguments: [
    (Sample.status(.pro, .subscribed), "Next billing date: 14 Dec 2026."),
    (Sample.status(.pro, .subscribed, renews: false), "It will expire on 14 Dec 2026."),
    (
      Sample.status(.pro, .subscribed, next: .standard),
      "Your subscription to Standard will begin when your current subscription expires"
        + " on 14 Dec 2026, for $2.99 / month."
    ),
    (
      Sample.status(.pro, .subscribed).withdrawn,
      "It is no longer for sale. Pro ends on 14 Dec 2026, and nothing more is charged."
    ),
    (
      Sample.status(.pro, .subscribed, next: .standard).withdrawn,
      "Standard is no longer for sale. Pro ends on 14 Dec 2026, and nothing more is charged."
    ),
    (
      Sample.status(.pro, .subscribed).continuing(.payAsYouGo, for: "1.99"),
      "Next billing date: 14 Dec 2026, for $1.99, with your offer. Later $4.99 / month."
    ),
    (
      Sample.status(.pro, .subscribed).priced("0.49", .agreed, "0.4999"),
      "From 14 Dec 2026 it costs $0.4999 / month instead of $0.49."
    ),
  ])
  func `a subscription says what comes next`(status: PlanStatus, sentence: String) {
    #expect(sentences(status) == ["You are currently subscribed to Pro.", sentence])
  }

  @Test(arguments: [
    (
      Sample.status(.pro, .subscribed).bought(.freeTrial, for: "0.00", then: "4.99"),
      "Free until 14 Dec 2026, then $4.99 / month."
    ),
    (
      Sample.status(.pro, .subscribed).bought(.payUpFront, for: "1.99", then: "4.99"),
      "You pay $1.99 until 14 Dec 2026, then $4.99 / month."
    ),
    (
      Sample.status(.pro, .subscribed, renews: false)
        .bought(.freeTrial, for: "0.00", then: "4.99"),
      "Free until 14 Dec 2026. It will expire then, and nothing is charged."
    ),
    (
      Sample.status(.pro, .subscribed).priced("5.99", .noIncreasePending, "4.99"),
      "Next billing date: 14 Dec 2026, for $4.99."
    ),
    (
      Sample.status(.pro, .subscribed).priced("3.99", .agreed, "4.99"),
      "From 14 Dec 2026 it costs $4.99 / month instead of $3.99."
    ),
  ])
  func `an offer or a price that changes says until when and what then`(
    status: PlanStatus, sentence: String
  ) {
    #expect(sentences(status) == ["You are currently subscribed to Pro.", sentence])
  }

  @Test(arguments: [SubscriptionRenewalInfo.PriceIncreaseStatus.noIncreasePending, .agreed])
  func `while renewal is off by choice nothing is said of a next plan, a price or an answer`(
    consent: SubscriptionRenewalInfo.PriceIncreaseStatus
  ) {
    let status = Sample.waiting(.standard).priced("4.99", consent, "3.49")
    #expect(
      sentences(status)
        == ["You are currently subscribed to Pro.", "It will expire on 14 Dec 2026."])
    #expect(status.renewal.scheduledProductID == nil)
    #expect(status.nextActions == [.resume])
  }

  @Test func `a free period with a change to come says both`() {
    let status = Sample.status(.pro, .subscribed, next: .standard).bought(.freeTrial)
    #expect(
      sentences(status) == [
        "You are currently subscribed to Pro.",
        "Your subscription to Standard will begin when your current subscription expires"
          + " on 14 Dec 2026, for $2.99 / month.", "Until then it is free.",
      ])
  }

  @Test func `a grace period says until when there is service`() {
    #expect(
      sentences(Sample.inGrace) == [
        "The App Store could not confirm your billing information for Pro. Please verify your"
          + " billing information to continue service after 29 Nov 2026.",
        "You keep access to Pro until 29 Nov 2026.",
      ])
  }

  @Test func `billing retry says since when there is none`() {
    #expect(
      sentences(Sample.unpaid) == [
        "The App Store could not confirm your billing information for Pro. Please verify your"
          + " billing information to resume service.",
        "Pro is paused: it was paid until 10 Nov 2026.",
      ])
  }

  @Test(arguments: [
    (Sample.status(.pro, .subscribed), "Your family shares Pro with you."),
    (
      Sample.inGrace, "Your family's payment failed. You keep access to Pro until 29 Nov 2026."
    ),
    (Sample.unpaid, "Your family's payment failed. Pro is paused until it works."),
  ])
  func `a plan that a family shares asks its member for nothing`(
    status: PlanStatus, sentence: String
  ) {
    #expect(
      sentences(status.shared) == [sentence, "The family member who pays for it manages it."])
  }

  @Test func `a shared plan that ended says until when it was shared`() {
    let status = Sample.status(
      .pro, .expired, expires: "2026-11-02", renews: false, reason: .billingError)
    #expect(sentences(status.shared) == ["Your family shared Pro with you until 02 Nov 2026."])
  }

  @Test func `a plan that ended by choice says when`() {
    let status = Sample.status(
      .pro, .expired, expires: "2026-11-02", renews: false, reason: .autoRenewDisabled)
    #expect(sentences(status) == ["Your subscription to Pro expired on 02 Nov 2026."])
  }

  @Test(arguments: [
    (
      SubscriptionRenewalInfo.ExpirationReason.billingError,
      " was not renewed due to a billing error."
    ),
    (
      .didNotConsentToPriceIncrease,
      " was not renewed due to a price increase that you disapproved."
    ),
    (.productUnavailable, " was not renewed because the product is no longer available."),
    (.unknown, " was not renewed."),
  ])
  func `a plan that ended otherwise says why and when`(
    reason: SubscriptionRenewalInfo.ExpirationReason, end: String
  ) {
    let status = Sample.status(
      .pro, .expired, expires: "2026-11-02", renews: false, reason: reason)
    #expect(sentences(status) == ["Your subscription to Pro" + end, "It ended on 02 Nov 2026."])
  }

  @Test(arguments: [
    (
      Sample.status(.pro, .revoked, revoked: "2026-11-12", renews: false),
      "The App Store refunded your subscription to Pro on 12 Nov 2026."
    ),
    (
      Sample.status(.pro, .subscribed, isVerified: false),
      "The App Store could not verify your subscription status."
    ),
  ])
  func `what was refunded or is not verified says so and nothing else`(
    status: PlanStatus, sentence: String
  ) {
    #expect(sentences(status) == [sentence])
  }
}
