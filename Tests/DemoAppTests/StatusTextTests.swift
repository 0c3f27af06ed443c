import Testing

@testable import DemoApp

/// The sentences of SK Demo's StatusInfoView.
@Suite struct StatusTextTests {
  private func sentences(_ status: PlanStatus) -> [String] {
    var facts = Sample.facts()
    facts.statuses = [status]
    return StatusText(status: status, store: Store(facts)).sentences
  }

  @Test func `a plain renewal says when it is billed next`() {
    #expect(
      sentences(Sample.status("subscription.pro", .subscribed)) == [
        "You are currently subscribed to Pro.", "Next billing date: 14 Dec 2026.",
      ])
  }

  @Test func `a change of plan says what begins when`() {
    let status = Sample.status("subscription.pro", .subscribed, next: "subscription.standard")
    #expect(
      sentences(status).last
        == "Your subscription to Standard will begin when your current subscription expires"
        + " on 14 Dec 2026.")
  }

  @Test func `a plan that will not renew says when it ends`() {
    let status = Sample.status("subscription.pro", .subscribed, renews: false)
    #expect(sentences(status).last == "It will expire on 14 Dec 2026.")
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
      "subscription.pro", .expired, expires: "2026-11-02", renews: false, reason: reason)
    #expect(sentences(status) == ["Your subscription to Pro" + end])
  }

  @Test func `a refund says when`() {
    let status = Sample.status(
      "subscription.pro", .revoked, revoked: "2026-11-12", renews: false)
    #expect(
      sentences(status) == ["The App Store refunded your subscription to Pro on 12 Nov 2026."])
  }

  @Test func `what is not verified says so and nothing else`() {
    #expect(
      sentences(Sample.status("subscription.pro", .subscribed, isVerified: false)) == [
        "The App Store could not verify your subscription status."
      ])
  }
}
