import OpenStoreKit
import Testing

@testable import DemoApp

@Suite struct StoreTests {
  @Test(arguments: [
    // Bought nothing; then only fuel.
    (Sample.facts(), String.racecar, ProductState.notPurchased, CustomerStanding.new),
    (.bought(Sample.owned(.fuel87, kind: .consumable)), .fuel87, .notPurchased, .new),
    // A car, for ever; then refunded.
    (.entitled(Sample.owned(.racecar)), .racecar, .purchased, .active),
    (.bought(Sample.owned(.racecar, revoked: "2026-11-12")), .racecar, .revoked, .inactive),
    // A pass that ends tomorrow; then one that has just ended.
    (
      .entitled(Sample.owned(.pass, kind: .nonRenewable, expires: "2026-11-15")), .pass,
      .purchased, .active
    ),
    (
      .entitled(Sample.owned(.pass, kind: .nonRenewable, expires: "2026-11-14")), .pass,
      .expired, .inactive
    ),
  ])
  func `a car makes a customer active forever, a pass until its end, and fuel never`(
    facts: StoreFacts, id: String, state: ProductState, customer: CustomerStanding
  ) {
    let store = Store(facts)

    #expect(store.state(of: id) == state)
    #expect(store.customer == customer)
  }

  @Test func `a pass bought twice gives service until the later end`() {
    var facts = Sample.facts()
    facts.entitlements = [
      Sample.owned(.pass, kind: .nonRenewable, expires: "2027-11-02", number: 1),
      Sample.owned(.pass, kind: .nonRenewable, expires: "2026-11-01", number: 2),
    ]

    #expect(Store(facts).productStatus(of: .pass).transaction?.transactionID == 1)
  }

  @Test(arguments: [
    (SubscriptionRenewalState.subscribed, ProductState.subscribed, CustomerStanding.active),
    (.inGracePeriod, .inGracePeriod, .active),
    (.inBillingRetryPeriod, .inBillingRetryPeriod, .inactive),
    (.expired, .expired, .inactive), (.revoked, .revoked, .inactive),
  ])
  func `a plan is what its renewal state says`(
    state: SubscriptionRenewalState, product: ProductState, customer: CustomerStanding
  ) {
    let store = Store(Sample.facts().with { $0.statuses = [Sample.status(.pro, state)] })

    #expect(store.state(of: .pro) == product)
    #expect(store.customer == customer)
  }

  @Test func `of several statuses the highest level with service counts`() throws {
    var facts = Sample.facts()
    facts.statuses = [
      Sample.status(.standard, .subscribed), Sample.status(.pro, .expired),
      Sample.status(.premium, .subscribed),
    ]

    let plan = try #require(Store(facts).plan)

    #expect(plan.renewal.currentProductID == .premium)
  }

  @Test func `a status that is not verified entitles to nothing`() {
    let store = Store(
      Sample.facts().with { $0.statuses = [Sample.status(.pro, .subscribed, isVerified: false)] })

    #expect(store.customer == .new)
    #expect(!store.hasActivePlan)
  }

  @Test func `an order that waits shows as pending, but takes nothing away`() {
    let store = Store(Sample.owner.with { $0.orders = Sample.orders(.racecar, .suv) })

    #expect(store.state(of: .racecar) == .purchased)
    #expect(store.state(of: .suv) == .pending)
  }

  @Test func `what is sold no longer stays owned`() {
    var facts = Sample.facts()
    facts.products = []
    facts.entitlements = [Sample.owned(.racecar)]

    let store = Store(facts)

    #expect(store.customer == .active)
    #expect(store.owned(.nonConsumable).map(\.productID) == [.racecar])
  }

  @Test func `the shelves are in order of price`() {
    var facts = Sample.facts()
    facts.products.reverse()

    let store = Store(facts)

    #expect(store.cars.map(\.displayPrice) == ["$1.99", "$2.99", "$4.99"])
    #expect(store.plans.map(\.displayName) == ["Standard", "Premium", "Pro"])
  }

  @Test func `the next change is the first end to come`() {
    var facts = Sample.owner
    facts.entitlements.append(
      Sample.owned(.pass, kind: .nonRenewable, expires: "2026-12-01"))

    #expect(Store(facts).nextChange == Sample.date("2026-12-01T10:00:00Z"))
  }
}

extension StoreFacts {
  /// A customer who is entitled to this.
  fileprivate static func entitled(_ owned: Owned) -> StoreFacts {
    Sample.facts().with { $0.entitlements = [owned] }
  }

  /// A customer who has bought this, and is not entitled to it.
  fileprivate static func bought(_ owned: Owned) -> StoreFacts {
    Sample.facts().with { $0.latest = [owned] }
  }
}
