import TerminalUI
import Testing

@testable import DemoApp

/// The page of a plan that a family member pays for.
@Suite struct FamilySnapshotTests {
  @Test(arguments: [
    ("family", PlanStatus.State.subscribed), ("family-grace", .inGracePeriod),
    ("family-retry", .inBillingRetryPeriod),
  ])
  func `the page of what a family shares has no price and no word of paying`(
    name: String, state: PlanStatus.State
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
}
