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
        + " on 14 Dec 2026."
    ),
  ])
  func `a subscription says what comes next`(status: PlanStatus, sentence: String) {
    #expect(sentences(status) == ["You are currently subscribed to Pro.", sentence])
  }

  @Test(arguments: [
    (PlanStatus.ExpirationReason.autoRenewDisabled, " expired on 02 Nov 2026."),
    (.billingError, " was not renewed due to a billing error."),
    (
      .didNotConsentToPriceIncrease,
      " was not renewed due to a price increase that you disapproved."
    ),
    (.productUnavailable, " was not renewed because the product is no longer available."),
    (.unknown, " was not renewed."),
  ])
  func `a plan that has ended says why`(reason: PlanStatus.ExpirationReason, end: String) {
    let status = Sample.status(
      .pro, .expired, expires: "2026-11-02", renews: false, reason: reason)
    #expect(sentences(status) == ["Your subscription to Pro" + end])
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
