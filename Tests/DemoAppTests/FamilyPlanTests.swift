import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// A customer who pays for a plan of their own while a family member shares one of the same group.
@Suite struct FamilyPlanTests {
  private static let shared = Sample.status(.pro, .subscribed).shared
  private static let own = Sample.status(.standard, .subscribed, expires: "2026-12-01")
    .priced("2.99", .noIncreasePending, "2.99")

  private static func facts(_ statuses: PlanStatus...) -> StoreFacts {
    Sample.facts(eligible: false).with {
      $0.statuses = statuses
      $0.planChanges = [.premium: .immediate, .standard: .never]
    }
  }

  @Test func `the family's higher plan counts, and the customer's own stays theirs to manage`()
    async
  {
    let facts = Self.facts(Self.own, Self.shared)
    #expect(Store(facts).groups.map(\.productID) == [.pro])
    let owner = facts.with { $0.entitlements = Sample.owner.entitlements }
    for (name, screen) in await Sample.screens(owner) {
      var demo = screen
      #expect(demo.type("c") == [.managePlans(groupID: "3F19ED53")], "\(name)")
    }
    let picture = await Sample.demo(facts).picture()
    #expect(picture.contains("● Pro  shared"))
    #expect(picture.contains("● Standard"))
    for demo in [await Sample.demo(facts), await Sample.account(facts)] {
      #expect(!demo.picture().contains("Your family shares"), "the plan's row says it")
    }
  }

  @Test func `a payment of one's own that failed is shown beneath the family's plan`() async {
    let unpaid = Sample.status(
      .standard, .inGracePeriod, expires: "2026-11-13", grace: "2026-11-29")
    let facts = Self.facts(unpaid, Self.shared)
    var demo = await Sample.demo(facts)

    #expect(demo.picture(columns: 40, rows: 12).contains("The payment for Standard failed"))
    #expect(demo.type("x") == [.fixPayment])
    let page = await Sample.detail(.standard, facts).picture()
    #expect(page.contains("Fix payment"))
  }

  @Test func `the page of a plan that is shared and one's own says both`() async {
    let unpaid = Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-13")
    let page = await Sample.detail(.pro, Self.facts(unpaid, Self.shared)).picture()
    #expect(page.contains("Your family shares Pro with you."))
    #expect(page.contains("Fix payment"))
    #expect(page.contains("needs a fix"))
  }

  @Test func `one's own unpaid plan has a row of its own beneath the same plan of the family`()
    async
  {
    let unpaid = Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-13")
    let facts = Self.facts(unpaid, Self.shared)
    func rows(_ demo: Demo) -> [String] {
      demo.frame(columns: 80, rows: 40).lines.dropFirst()
        .filter { $0.contains(" Pro ") }
        .compactMap { line in ["shared", "paused", "◌"].first { line.contains($0) } }
    }
    #expect(await rows(Sample.demo(facts)) == ["paused", "shared", "◌"])
    #expect(await rows(Sample.account(facts)) == ["paused", "shared", "◌"])
    #expect(await Sample.shop(facts).picture(columns: 40, rows: 24).contains("needs a fix"))
  }

  @Test func `the family's plan that is no longer sold keeps its level of service`() {
    let facts = Self.facts(Self.own, Self.shared).with {
      $0.products.removeAll { $0.id == .pro }
      $0.ownedLevels = [.pro: 1, .standard: 3]
    }
    #expect(Store(facts).groups.map(\.productID) == [.pro])
    #expect(Store(facts).subscriptions.map(\.productID) == [.pro, .standard])
  }

  @Test func `what a family member does not pay for, the customer can buy`() async {
    func availability(_ state: SubscriptionRenewalState) async -> Availability {
      let status = Sample.status(.pro, state, expires: "2026-11-13", grace: "2026-11-29").shared
      return await Sample.launchResult(Self.facts(status)).availability(of: .pro)
    }
    #expect(await availability(.inBillingRetryPeriod).buy != nil)
    #expect(await availability(.inGracePeriod) == .withheld("your family shares it with you"))
  }

  @Test func `another plan takes the place of the customer's own, not of the family's`() throws {
    let store = Store(Self.facts(Self.own, Self.shared))
    let premium = try #require(store.product(.premium))
    #expect(store.change(to: premium) == .atOnce(from: "Standard"))
    #expect(Store(Self.facts(Self.shared)).change(to: premium) == nil)
  }

  @Test func `a plan that follows the family's can be bought`() async throws {
    let changing = Sample.status(.pro, .subscribed, next: .standard).shared
    let launchResult = await Sample.launchResult(Self.facts(changing))
    #expect(launchResult.availability(of: .standard).buy != nil)
  }

  @Test func `a family's plan that is gone says nothing about the customer's own`() {
    let gone = Sample.status(.pro, .revoked, revoked: "2026-11-14", renews: false)
    let changes = PlanUpdate.changes(
      from: Store(Self.facts(Self.own, Sample.inGrace.shared)),
      to: Store(Self.facts(Self.own, gone.shared)))
    #expect(changes == [])
  }

  @Test func `what happens to the customer's own plan is shown while the family's counts`() {
    let off = Sample.status(.standard, .subscribed, expires: "2026-12-01", renews: false)
    let changes = PlanUpdate.changes(
      from: Store(Self.facts(Self.own, Self.shared)), to: Store(Self.facts(off, Self.shared)))
    #expect(
      changes.map(\.notice.text) == ["Standard will not renew. It ends on 01 Dec 2026."])
  }

  @Test func `a plan that ends is shown while the other one goes on`() {
    let proEnded = Sample.status(.pro, .expired, expires: "2026-11-14", renews: false).shared
    let family = PlanUpdate.changes(
      from: Store(Self.facts(Self.own, Self.shared)), to: Store(Self.facts(Self.own, proEnded)))
    #expect(family.map(\.notice.text) == ["Pro ended on 14 Nov 2026."])

    let standardEnded = Sample.status(.standard, .expired, expires: "2026-11-14", renews: false)
    let own = PlanUpdate.changes(
      from: Store(Self.facts(Self.own, Self.shared)),
      to: Store(Self.facts(standardEnded, Self.shared)))
    #expect(own.map(\.notice.text) == ["Standard ended on 14 Nov 2026."])
  }

  @Test func `what one member shares is not compared with what another shares`() {
    let paused = Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-13").shared(by: 1)
    let standard = Sample.status(.standard, .subscribed, expires: "2026-12-01").shared(by: 2)
    let stores = (Store(Self.facts(paused)), Store(Self.facts(paused, standard)))

    #expect(PlanUpdate.changes(from: stores.0, to: stores.1) == [])
    #expect(PlanUpdate.changes(from: stores.1, to: stores.0) == [])
  }

  @Test func `of plans that are over the one that ended last counts, whoever paid for it`() {
    let own = Sample.status(.standard, .expired, expires: "2026-11-10", renews: false)
    let family = Sample.status(.pro, .expired, expires: "2025-11-10", renews: false).shared
    let gone = Sample.status(.pro, .revoked, revoked: "2026-11-12", renews: false).shared

    #expect(Store(Self.facts(own, family)).groups.map(\.productID) == [.standard])
    #expect(Store(Self.facts(own, gone)).groups.map(\.productID) == [.pro])
  }

  @Test func `a lower plan follows the customer's own, and the family's is not named`() {
    let premium = Sample.status(.premium, .subscribed, expires: "2026-12-01")
    let store = Store(Self.facts(premium, Self.shared))
    #expect(store.ownStatus(inGroup: premium.groupID) == premium)
    #expect(store.plan?.isShared == true)
  }

  @Test(arguments: ["2026-11-20", "2026-12-24"])
  func `of the same plan the customer's own counts, whichever lasts longer`(end: String) {
    let own = Sample.status(.pro, .subscribed, expires: end)
    for statuses in [[own, Self.shared], [Self.shared, own]] {
      let store = Store(Sample.facts(eligible: false).with { $0.statuses = statuses })
      #expect(store.groups.map(\.status) == [own])
      #expect(store.productStatus(of: .pro).transaction == own.transaction)
    }
  }

  @Test func `a car that the customer has bought is theirs, whoever shares it too`() {
    var shared = Sample.owned(.suv)
    shared.isFamilyShared = true
    let own = Sample.owned(.suv, number: 2_000_000_009)
    let store = Store(Sample.facts().with { $0.entitlements = [shared, own] })
    #expect(store.productStatus(of: .suv).transaction == own)
  }

  @Test func `a car of the family is shared, and not owned`() async {
    var shared = Sample.owned(.suv)
    shared.isFamilyShared = true
    let facts = Sample.facts().with { $0.entitlements = [shared] }
    for picture in [await Sample.demo(facts).picture(), await Sample.shop(facts).picture()] {
      #expect(picture.contains("shared ✓") && !picture.contains(" owned"))
    }
    let both = facts.with { $0.entitlements.append(Sample.owned(.car)) }
    #expect(await Sample.demo(both).picture(rows: 20).contains("1 owned, 1 shared"))
  }

  @Test func `the periods of the family are not the customer's`() {
    let periods = [
      Sample.pro("2026-10-01", until: "2026-11-01", number: 1),
      Sample.pro("2026-09-20", until: "2026-10-20", number: 2).shared,
    ]
    let own = Sample.status(.pro, .subscribed, expires: "2026-12-01")
    #expect(
      PlanPeriods(periods, upTo: own.transaction).seriesStart.short(in: .gmt) == "01 Oct 2026")
    #expect(
      PlanPeriods(periods, upTo: own.shared.transaction).seriesStart.short(in: .gmt)
        == "01 Nov 2026")
  }

  @Test func `who has left their own plan comes back with its offer, whatever a family shared`() {
    let own = Sample.status(
      .standard, .expired, expires: "2026-10-02", renews: false, reason: .autoRenewDisabled)
    let shared = Sample.status(
      .pro, .expired, expires: "2026-11-02", renews: false, reason: .autoRenewDisabled
    ).shared
    let winBack = Store(Self.facts(own.wonBack(by: "pro.welcome.back"), shared)).winBacks.first

    #expect(winBack?.ended == "Pro ended on 02 Nov 2026.")
    #expect(
      winBack?.button == "Come back to Pro · 3 months for $4.99, then $4.99 / month")
  }
}
