import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The notices about a plan that changes while the app is open.
@Suite struct PlanUpdateTests {
  private static let active = Sample.status(.pro, .subscribed)
  private static let off = Sample.status(.pro, .subscribed, renews: false)
  private static let grace = Sample.inGrace
  private static let asked = active.priced("3.99", .pending, "4.99")
  private static let renewal = ExternalTransaction(owned: active.transaction, isRenewal: true)
  private static let paid = active.priced("3.99", .noIncreasePending, "3.99")

  private func notice(_ old: PlanStatus, _ new: PlanStatus) -> Notice? {
    PlanUpdate(from: old, to: new, in: Store(Sample.facts()))?.notice
  }

  @Test(arguments: [
    (active, off, "Pro will not renew. It ends on 14 Dec 2026."),
    (off, active, "Pro continues: it renews on 14 Dec 2026."),
    (
      active, Sample.status(.pro, .subscribed, next: .standard),
      "Standard follows Pro on 14 Dec 2026."
    ),
    (
      Sample.status(.pro, .subscribed, next: .standard), active,
      "Pro stays your plan: nothing changes on 14 Dec 2026."
    ),
    (
      active, grace,
      "The payment for Pro failed. You keep access until 29 Nov 2026. Press x to fix the payment."
    ),
    (
      grace, Sample.unpaid,
      "Pro is paused: the payment failed. Press x to fix the payment."
    ),
    (Sample.unpaid, active, "The payment for Pro worked. You have access until 14 Dec 2026."),
    (paid, asked, "From 14 Dec 2026 Pro costs $4.99 / month, if you agree. Press n to answer."),
    (
      asked, active.priced("3.99", .agreed, "4.99"), "From 14 Dec 2026 Pro costs $4.99 / month."
    ),
    (asked, paid, "The price of Pro does not change."),
    (
      active.priced("4.99", .agreed, "5.99"), active.priced("4.99", .noIncreasePending, "5.49"),
      "From 14 Dec 2026 Pro costs $5.49 / month."
    ),
    (
      active.priced("4.99", .agreed, "5.99"), active.priced("4.99", .noIncreasePending, "5.99"),
      "From 14 Dec 2026 Pro costs $5.99 / month."
    ),
    (
      active.priced("4.99", .pending, "5.99"), active.priced("4.99", .noIncreasePending, "3.99"),
      "From 14 Dec 2026 Pro costs $3.99 / month."
    ),
    (
      asked.continuing(.payAsYouGo, for: "1.99"), paid.continuing(.payAsYouGo, for: "1.99"),
      "The price of Pro does not rise."
    ),
    (
      off, active.priced("3.99", .agreed, "4.99"), "From 14 Dec 2026 Pro costs $4.99 / month."
    ),
    (
      off.priced("3.99", .pending, "4.99"), off.priced("3.99", .noIncreasePending, "3.99"),
      "The price of Pro does not change. Press c to turn renewal on again."
    ),
    (
      off.priced("3.99", .pending, "4.99"), off.priced("3.99", .noIncreasePending, "3.49"),
      "Pro would renew for $3.49 / month. Press c to turn renewal on again."
    ),
    (
      paid, active.priced("3.99", .noIncreasePending, "2.99"),
      "From 14 Dec 2026 Pro costs $2.99."
    ),
    (active, active.withdrawn, "Pro is no longer for sale. Pro ends on 14 Dec 2026."),
    (active.withdrawn, active, "Pro is for sale again: Pro continues after 14 Dec 2026."),
    (
      asked, grace.priced("3.99", .pending, "4.99"),
      "The payment for Pro failed. You keep access until 29 Nov 2026. Press x to fix the payment."
    ),
    (
      grace, grace.priced("3.99", .pending, "3.99"),
      "Afterwards Pro costs $4.99 / month, if you agree. Press n to answer."
    ),
    (
      off, asked, "From 14 Dec 2026 Pro costs $4.99 / month, if you agree. Press n to answer."
    ),
    (off, active.withdrawn, "Pro is no longer for sale. Pro ends on 14 Dec 2026."),
    (
      off, Sample.status(.pro, .subscribed, next: .standard),
      "Standard follows Pro on 14 Dec 2026."
    ),
    (
      asked, off.priced("3.99", .pending, "4.99"), "Pro will not renew. It ends on 14 Dec 2026."
    ),
    (
      active, Sample.status(.pro, .subscribed, expires: "2026-12-30"),
      "Pro was extended until 30 Dec 2026 free of charge."
    ),
    (
      Sample.unpaid,
      Sample.status(
        .pro, .expired, expires: "2026-11-10", renews: false, reason: .billingError),
      "Pro ended on 10 Nov 2026. The payment failed."
    ),
  ])
  func `each change has its sentence`(old: PlanStatus, new: PlanStatus, sentence: String) {
    #expect(notice(old, new)?.text == sentence)
  }

  @Test func `while renewal is off no price and no plan is shown`() {
    #expect(notice(Self.off, Self.off.priced("4.99", .pending, "5.99")) == nil)
    #expect(notice(Self.off, Sample.waiting(.standard)) == nil)
    #expect(
      notice(
        Self.off.priced("3.99", .pending, "4.99"),
        Self.off.priced("3.99", .noIncreasePending, "5.99")) == nil)
  }

  @Test func `what a transaction's notice mentions is not shown twice`() {
    let refunded = Sample.status(.pro, .revoked, revoked: "2026-11-12")
    #expect(notice(Self.active, Self.active) == nil)
    #expect(notice(Self.active, refunded) == nil)
  }

  @Test func `a payment that works again is shown as such, and not as a renewal`() async {
    var demo = await Sample.demo(Sample.owner.with { $0.statuses = [Sample.unpaid] })
    // The button that fixes the payment goes with the failed payment; the cars stay.
    demo.type(.down, .right)
    let selection = demo.selection
    #expect(selection == .product(.racecar))
    demo.send(.reloaded(Store(Sample.owner), fuel: [:]))
    demo.send(.arrived([Self.renewal]))

    #expect(demo.notice?.text == "The payment for Pro worked. You have access until 14 Dec 2026.")
    #expect(demo.selection == selection)
  }

  @Test
  func `a renewal that a notice has mentioned is not shown again, even if it comes a change later`()
    async
  {
    var demo = await Sample.demo(Sample.owner.with { $0.statuses = [Sample.unpaid] })
    demo.send(.reloaded(Store(Sample.owner), fuel: [:]))
    demo.send(.reloaded(Store(Sample.owner.with { $0.statuses = [Self.off] }), fuel: [:]))
    demo.send(.arrived([Self.renewal]))

    #expect(demo.notice?.text == "Pro will not renew. It ends on 14 Dec 2026.")
  }

  @Test func `the refund of a renewal that a notice has mentioned is shown`() async {
    var demo = await Sample.demo(Sample.owner.with { $0.statuses = [Sample.unpaid] })
    demo.send(.reloaded(Store(Sample.owner), fuel: [:]))
    var refund = Self.active.transaction
    refund.revocationDate = Sample.date("2026-11-20T10:00:00Z")
    demo.send(.arrived([ExternalTransaction(owned: refund, isRenewal: true)]))

    #expect(demo.notice == Notice(.attention, "Pro was refunded on 20 Nov 2026."))
  }

  @Test func `a renewal whose period has ended since does not hide how the plan ended`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.send(.reloaded(Store(Sample.lapsed), fuel: [:]))
    let renewed = Sample.owned(
      .pro, kind: .autoRenewable, bought: "2026-10-02", expires: "2026-11-02")
    demo.send(.arrived([ExternalTransaction(owned: renewed, isRenewal: true)]))

    #expect(demo.notice?.text == "Pro ended on 02 Nov 2026.")
  }

  @Test func `what happened while the app was closed is shown at launch`() async {
    var demo = Sample.newDemo(lastSeen: Sample.owner)
    demo.send(.launched(await Sample.launchResult(Sample.grace)))
    #expect(demo.notice?.text.hasPrefix("The payment for Pro failed.") == true)
  }

  @Test func `what comes above the selected row does not take the selection`() async {
    var demo = await Sample.demo(Sample.facts())
    demo.adapt(to: Size(columns: 40, rows: 12))
    #expect(demo.selection == .shop)
    demo.send(.reloaded(Store(Sample.owner), fuel: [:]))
    #expect(demo.selection == .shop)
  }

  @Test
  func `a message of the App Store is a notice with its key, unless something newer is shown`()
    async
  {
    var demo = await Sample.demo(Sample.owner.with { $0.statuses = [Self.asked] })
    demo.send(.messageCame)
    let text = "From 14 Dec 2026 Pro costs $4.99 / month, if you agree. If not, it ends."
    #expect(demo.notice?.text == text + " Press n to answer the new price.")
    demo.send(.failed(Notice(.bad, "Newer.")))
    demo.send(.messageCame)
    #expect(demo.notice?.text == "Newer.")
  }

  @Test func `a grace period ends at its moment`() {
    #expect(
      Store(Sample.grace).nextChange == Sample.date("2026-11-29T10:00:00Z"))
  }
}
