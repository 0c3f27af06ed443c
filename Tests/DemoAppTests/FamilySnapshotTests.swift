import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The page of a plan that a family member pays for.
@Suite struct FamilySnapshotTests {
  @Test(arguments: [
    ("family", SubscriptionRenewalState.subscribed), ("family-grace", .inGracePeriod),
  ])
  func `the page of what a family shares has no price and no word of paying`(
    name: String, state: SubscriptionRenewalState
  ) async throws {
    let status = Sample.status(
      .pro, state, expires: state == .subscribed ? "2026-12-14" : "2026-11-13",
      grace: state == .inGracePeriod ? "2026-11-29" : nil)
    let demo = await Sample.detail(
      .pro, Sample.facts(eligible: false).with { $0.statuses = [status.shared] })
    try expectPictures(of: demo, named: "state-\(name)-detail")
    let picture = demo.picture()
    for word in ["$", "buy", "Buy", "press"] { #expect(!picture.contains(word), "\(word)") }
  }
  @Test func `the page of a plan that the family does not pay for says so, and sells it`()
    async throws
  {
    let status = Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-13").shared
    let demo = await Sample.detail(.pro, Sample.facts().with { $0.statuses = [status] })
    try expectPictures(of: demo, named: "state-family-retry-detail")
  }

  @Test func `an own unpaid plan stands beneath the same plan of the family`() async throws {
    let shared = Sample.status(.pro, .subscribed).shared
    let unpaid = Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-13")
    let facts = Sample.facts(eligible: false).with { $0.statuses = [unpaid, shared] }
    for (name, demo) in await [
      ("my-cars", Sample.demo(facts)), ("account", Sample.account(facts, history: History([]))),
    ] {
      try expectPictures(of: demo, named: "state-family-beneath-\(name)")
    }
  }

  @Test func `a plan that is no longer shared has no refund on its line`() async throws {
    let status = Sample.status(
      .pro, .revoked, revoked: "2026-11-18", renews: false, began: "2026-11-14"
    ).shared
    let facts = Sample.facts(eligible: false).with { $0.statuses = [status] }
    let demo = await Sample.account(facts, history: History([]))
    try expectPictures(of: demo, named: "state-family-over-account")
    #expect(!demo.picture().contains("refunded"))
  }
}
