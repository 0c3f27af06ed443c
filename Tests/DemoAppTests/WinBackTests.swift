import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The offers to former customers.
@Suite struct WinBackTests {
  private func lapsed(
    _ reason: SubscriptionRenewalInfo.ExpirationReason = .autoRenewDisabled, offers: [String] = []
  ) -> StoreFacts {
    Sample.lapsed.with { facts in
      let status = Sample.status(
        .pro, .expired, expires: "2026-11-02", renews: false, reason: reason)
      facts.statuses = [offers.isEmpty ? status : status.wonBack(by: offers[0])]
    }
  }

  @Test func `whoever is eligible comes back with the offer, and its Buy uses it`() async throws {
    let launchResult = await Sample.launchResult(lapsed(offers: ["pro.welcome.back"]))
    let winBack = try #require(launchResult.store.winBacks.first)
    let buy = try #require(launchResult.availability(of: winBack.productID ?? "").buy)

    #expect(winBack.ended == "Pro ended on 02 Nov 2026.")
    #expect(winBack.button == "Come back to Pro · 3 months for $4.99, then $4.99 / month")
    #expect(buy.offer == Sample.welcomeBack)
    #expect(buy.label == "buy $4.99")
  }

  @Test(arguments: [[], ["unknown"]])
  func `whoever is not eligible comes back at the regular price`(offers: [String]) async throws {
    let launchResult = await Sample.launchResult(lapsed(offers: offers))
    let buy = try #require(launchResult.availability(of: .pro).buy)

    #expect(
      launchResult.store.winBacks.first?.button == "Come back to Pro · $4.99 / month")
    #expect(buy.offer == nil)
  }

  @Test func `the plan with the best offer is offered, not the one that ended`() {
    let facts = lapsed(offers: ["premium.half"]).with {
      $0.products.removeAll { $0.id == .premium }
      $0.products.append(
        Sample.plan(
          "Premium", 2, "3.99", "Navigation assistance and dash cam",
          winBacks: [
            ProductRow.Offer(
              mode: .payAsYouGo, displayPrice: "$1.99", unitText: "month", length: "3 months",
              id: "premium.half")
          ]))
    }
    let winBack = Store(facts).winBacks.first
    #expect(winBack?.productID == .premium)
    #expect(
      winBack?.button
        == "Come back to Premium · $1.99 / month for 3 months, then $3.99 / month")
  }

  @Test func `two groups with an offer of the same ID each win back with their own`() async throws {
    let facts = lapsed(offers: ["pro.welcome.back"]).with { facts in
      facts.products.append(
        Sample.plan(
          "Roadside", 1, "1.49", "Help wherever you stand", winBacks: [Sample.welcomeBack],
          group: "7A10C2D4"))
      facts.statuses.append(
        Sample.status(
          Sample.roadside.id, .expired, expires: "2026-11-02", renews: false,
          reason: .autoRenewDisabled, group: "7A10C2D4"
        ).wonBack(by: "pro.welcome.back"))
    }
    let launchResult = await Sample.launchResult(facts)
    let winBacks = launchResult.store.winBacks

    #expect(winBacks.map(\.productID) == [.pro, Sample.roadside.id])
    #expect(winBacks.last?.button?.hasPrefix("Come back to Roadside · ") == true)
    for winBack in winBacks {
      let buy = try #require(launchResult.availability(of: winBack.productID ?? "").buy)
      #expect(buy.offer == Sample.welcomeBack)
    }
  }

  @Test func `instead of a plan that is no longer sold, the highest one is offered`() {
    let facts = lapsed(.productUnavailable).with { facts in
      facts.products.removeAll { $0.id == .pro }
      facts.knownNames = [.pro: "Pro"]
    }
    let winBack = Store(facts).winBacks.first
    #expect(winBack?.ended == "Pro ended on 02 Nov 2026. It is no longer for sale.")
    #expect(winBack?.button == "Premium instead · $3.99 / month")
    #expect(winBack?.productID == .premium)
  }

  @Test func `in the account the plan that is offered in its place is a row that b buys`() async {
    let facts = lapsed(.productUnavailable).with { facts in
      facts.products.removeAll { $0.id == .pro }
      facts.knownNames = [.pro: "Pro"]
    }
    var demo = await Sample.account(facts)
    let button = Target.repair(.buy(.premium))
    #expect(demo.targets.prefix(2) == [button, .product(.pro)])
    #expect(demo.selection == button)
    #expect(Set(demo.targets).count == demo.targets.count)
    #expect(demo.picture().contains("▌ Premium instead · $3.99 / month"))
    guard case .purchase(let buy, _) = demo.type("b").first else {
      Issue.record("nothing is bought")
      return
    }
    #expect(buy.product.id == .premium)
  }

  @Test func `on the smallest screen a former customer is welcomed first, whatever else is shown`()
    async
  {
    let facts = lapsed(.didNotConsentToPriceIncrease, offers: ["pro.welcome.back"])
    var demo = await Sample.demo(facts)
    demo.send(.failed(Notice(.attention, "Pro ended on 02 Nov 2026. The payment failed.")))
    let picture = demo.picture(columns: 40, rows: 12)
    #expect(picture.contains("Welcome Back!"))
    #expect(picture.contains("▌ Come back to Pro"))
    #expect(picture.contains("▌ 3 months for $4.99, then"))
    #expect(!picture.contains("▌ ·"))
  }

  @Test func `a pass does not keep a group that ended from being offered`() async {
    let facts = Sample.lapsed.with {
      $0.entitlements = [Sample.owned(.pass, kind: .nonRenewable, expires: "2027-10-21")]
    }
    let demo = await Sample.demo(facts)
    #expect(demo.picture().contains("Come back to Pro · $4.99 / month"))
    #expect(StatusSlot(demo: demo).spans(room: 60).text == "● Service until 21 Oct 2027")
  }

  @Test(arguments: [SubscriptionRenewalState.subscribed, .inGracePeriod, .inBillingRetryPeriod])
  func `a group that ended is offered whatever another group is going through`(
    other: SubscriptionRenewalState
  ) async {
    let facts = Sample.facts(eligible: false).with {
      $0.products.append(Sample.parking)
      $0.statuses = [
        Sample.status(.pro, other, expires: "2026-11-13", grace: "2026-11-29"),
        Sample.status(
          Sample.parking.id, .expired, expires: "2026-11-02", renews: false,
          reason: .autoRenewDisabled, group: "91B3E5F7"),
      ]
    }
    #expect(Store(facts).winBacks.map(\.productID) == [Sample.parking.id])
    let demo = await Sample.demo(facts)
    #expect(demo.picture(rows: 40).contains("Come back to Parking · $0.99 / month"))
    #expect(Set(demo.targets).count == demo.targets.count)
  }

  @Test(arguments: [
    (SubscriptionRenewalState.inBillingRetryPeriod, "2026-11-10"), (.inGracePeriod, "2026-11-13"),
    (.subscribed, "2026-12-14"),
  ])
  func `nobody is won back before the plan has ended`(
    state: SubscriptionRenewalState, end: String
  ) {
    let status = Sample.status(.pro, state, expires: end, grace: "2026-11-29")
      .wonBack(by: "pro.welcome.back")
    let store = Store(Sample.facts(eligible: false).with { $0.statuses = [status] })
    #expect(store.winBacks.isEmpty)
    #expect(store.product(.pro).flatMap(store.winBackOffer) == nil)
  }

  @Test(arguments: [
    (SubscriptionRenewalInfo.ExpirationReason.billingError, " The payment failed."),
    (.didNotConsentToPriceIncrease, " You did not agree to the new price."),
    (.productUnavailable, " It is no longer for sale."), (.unknown, ""),
  ])
  func `a plan that ended by no choice of the customer says why`(
    reason: SubscriptionRenewalInfo.ExpirationReason, why: String
  ) {
    #expect(Store(lapsed(reason)).winBacks.first?.ended == "Pro ended on 02 Nov 2026.\(why)")
  }
}
