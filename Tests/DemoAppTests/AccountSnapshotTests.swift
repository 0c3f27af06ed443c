import DemoApp
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Subscriptions with their timelines, and the history.
@Suite struct AccountSnapshotTests {
  private func expect(_ status: PlanStatus, named name: String) async throws {
    var facts = Sample.owner
    facts.statuses = [status]
    try await expectPictures(of: Sample.account(facts), named: "account-\(name)")
  }

  private let pro = "subscription.pro"

  @Test func `a subscriber sees the periods that were paid and the one that runs`() async throws {
    try await expectPictures(of: Sample.account(Sample.owner), named: "account-subscribed")
  }

  @Test func `a lower plan begins at the end of the period`() async throws {
    try await expect(
      Sample.status(pro, .subscribed, next: "subscription.standard", began: "2026-11-14"),
      named: "scheduled")
  }

  @Test func `a plan that will not renew says when it ends`() async throws {
    try await expect(
      Sample.status(pro, .subscribed, renews: false, began: "2026-11-14"), named: "ending")
  }

  @Test func `a grace period says how long service goes on`() async throws {
    try await expect(
      Sample.status(
        pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30", began: "2026-10-14"),
      named: "grace")
  }

  @Test func `billing retry says where the payment is mended`() async throws {
    try await expect(
      Sample.status(pro, .inBillingRetryPeriod, expires: "2026-11-14", began: "2026-10-14"),
      named: "billing-retry")
  }

  @Test func `a plan that has ended says why`() async throws {
    try await expect(
      Sample.status(
        pro, .expired, expires: "2026-11-14", renews: false, reason: .autoRenewDisabled,
        began: "2026-10-14"), named: "expired")
  }

  @Test func `a refunded plan says when`() async throws {
    try await expect(
      Sample.status(
        pro, .revoked, expires: "2026-12-14", revoked: "2026-11-18", renews: false,
        began: "2026-11-14"), named: "refunded")
  }

  @Test func `a customer without a plan sees what there is`() async throws {
    try await expectPictures(
      of: Sample.account(Sample.facts(), history: History([])), named: "account-new")
  }

  @Test func `at a fast pace a period of half a minute stands on its line`() async throws {
    let start = Sample.date("2026-11-21T09:59:50Z")
    let owned = Owned(
      transactionID: 1, productID: pro, kind: .autoRenewable, purchaseDate: start,
      expirationDate: start.addingTimeInterval(30))
    let renewal = PlanStatus.Renewal(
      currentProductID: pro, willAutoRenew: true, autoRenewPreference: pro)
    var facts = Sample.owner
    facts.statuses = [
      PlanStatus(groupID: "3F19ED53", state: .subscribed, transaction: owned, renewal: renewal)
    ]
    let demo = await Sample.account(facts, history: History([]))
    try expectSnapshot(of: demo.picture(), named: "account-fast")
  }

  @Test func `several groups stand below each other`() async throws {
    try await expectPictures(of: Sample.account(Sample.hybrid), named: "account-hybrid")
  }

  @Test func `a pass stands in the account with its end`() async throws {
    var facts = Sample.facts()
    facts.entitlements = [
      Sample.owned("nonRenewing.standard", kind: .nonRenewable, expires: "2027-10-21")
    ]
    try await expectPictures(
      of: Sample.account(facts, history: History([])), named: "account-pass")
  }

  @Test func `the history has what was paid and what came back`() async throws {
    var demo = await Sample.account(Sample.owner)
    demo.type("h")
    demo.type(.down)
    try expectPictures(of: demo, named: "history")
  }

  @Test func `a history without rows says so`() async throws {
    var demo = await Sample.account(Sample.facts(), history: History([]))
    demo.type("h")
    try expectPictures(of: demo, named: "history-empty")
  }

  @Test func `while the history is asked for it says so`() async throws {
    var demo = await Sample.demo(Sample.owner)
    demo.type("h")
    try expectPictures(of: demo, named: "history-asking")
  }

  @Test func `offline the history says that there may be more`() async throws {
    var facts = Sample.owner
    facts.offlineSince = Sample.date("2026-11-14T09:30:00Z")
    var demo = await Sample.account(facts)
    demo.type("h")
    try expectPictures(of: demo, named: "history-offline")
  }

  @Test func `a long history is seen a screen at a time`() async throws {
    var demo = await Sample.account(Sample.owner, history: Sample.longHistory(1000))
    demo.type("h")
    for _ in 0..<500 { demo.type(.down) }
    try expectPictures(of: demo, named: "history-long")
  }
}
