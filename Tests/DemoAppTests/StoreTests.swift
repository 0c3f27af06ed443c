import DemoApp
import Foundation
import Testing

@Suite struct StoreTests {
  private let pro = "subscription.pro"
  private let pass = "nonRenewing.standard"
  private let racecar = "nonconsumable.racecar"

  @Test func `a customer without purchases is new`() {
    #expect(Store(Sample.facts()).customer == .new)
  }

  @Test func `consumables alone leave a customer new`() {
    var facts = Sample.facts()
    facts.latest = [Sample.owned("consumable.fuel.octane87", kind: .consumable)]

    let store = Store(facts)

    #expect(store.customer == .new)
    #expect(store.state(of: "consumable.fuel.octane87") == .notPurchased)
  }

  @Test func `a car makes a customer active for ever`() {
    var facts = Sample.facts()
    facts.entitlements = [Sample.owned(racecar)]

    let store = Store(facts)

    #expect(store.customer == .active)
    #expect(store.state(of: racecar) == .purchased)
  }

  @Test func `a refunded car makes a customer inactive`() {
    var facts = Sample.facts()
    facts.latest = [Sample.owned(racecar, revoked: "2026-11-12")]

    let store = Store(facts)

    #expect(store.state(of: racecar) == .revoked)
    #expect(store.customer == .inactive)
  }

  @Test(arguments: [("2026-11-15", ProductState.purchased), ("2026-11-14", .expired)])
  func `a pass serves until its end`(end: String, state: ProductState) {
    var facts = Sample.facts()
    facts.entitlements = [Sample.owned(pass, kind: .nonRenewable, expires: end)]

    let store = Store(facts)

    #expect(store.state(of: pass) == state)
    #expect(store.customer == (state == .purchased ? .active : .inactive))
  }

  @Test func `a pass bought twice serves until the later end`() {
    var facts = Sample.facts()
    facts.entitlements = [
      Sample.owned(pass, kind: .nonRenewable, expires: "2027-11-02", number: 1),
      Sample.owned(pass, kind: .nonRenewable, expires: "2026-11-01", number: 2),
    ]

    #expect(Store(facts).productStatus(of: pass).transaction?.transactionID == 1)
  }

  @Test(arguments: [
    (PlanStatus.State.subscribed, ProductState.subscribed, CustomerState.active),
    (.inGracePeriod, .inGracePeriod, .active),
    (.inBillingRetryPeriod, .inBillingRetryPeriod, .inactive),
    (.expired, .expired, .inactive), (.revoked, .revoked, .inactive),
  ])
  func `a plan is what its renewal state says`(
    state: PlanStatus.State, product: ProductState, customer: CustomerState
  ) {
    var facts = Sample.facts()
    facts.statuses = [Sample.status(pro, state)]

    let store = Store(facts)

    #expect(store.state(of: pro) == product)
    #expect(store.customer == customer)
  }

  @Test func `of several statuses the highest level that gives service speaks`() throws {
    var facts = Sample.facts()
    facts.statuses = [
      Sample.status("subscription.standard", .subscribed), Sample.status(pro, .expired),
      Sample.status("subscription.premium", .subscribed),
    ]

    let plan = try #require(Store(facts).plan)

    #expect(plan.renewal.currentProductID == "subscription.premium")
  }

  @Test func `a status that is not verified entitles to nothing`() {
    var facts = Sample.facts()
    facts.statuses = [Sample.status(pro, .subscribed, isVerified: false)]

    let store = Store(facts)

    #expect(store.customer == .new)
    #expect(!store.hasActivePlan)
  }

  @Test func `an order that waits shows as pending, but takes nothing away`() {
    var facts = Sample.owner
    facts.pending = [racecar, "nonconsumable.utilityvehicle"]

    let store = Store(facts)

    #expect(store.state(of: racecar) == .purchased)
    #expect(store.state(of: "nonconsumable.utilityvehicle") == .pending)
  }

  @Test func `what is sold no longer stays owned`() {
    var facts = Sample.facts()
    facts.products = []
    facts.entitlements = [Sample.owned(racecar)]

    let store = Store(facts)

    #expect(store.customer == .active)
    #expect(store.owned(.nonConsumable).map(\.productID) == [racecar])
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
      Sample.owned(pass, kind: .nonRenewable, expires: "2026-12-01"))

    #expect(Store(facts).nextChange == Sample.date("2026-12-01T10:00:00Z"))
  }

  @Test func `what is remembered reads as it was written`() throws {
    let store = Store(Sample.owner)
    let copy = try JSONDecoder().decode(Store.self, from: JSONEncoder().encode(store))
    #expect(copy == store)
  }
}
