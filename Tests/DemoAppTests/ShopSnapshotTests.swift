import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The shop, before and after something was bought.
@Suite(.hangLimit) struct ShopSnapshotTests {
  @Test(arguments: [
    Customer("new", "a new customer sees what is sold", Sample.facts()),
    Customer("owner", "an owner sees in the shop what is theirs", Sample.owner, fuel: Sample.tank),
    Customer(
      "marks", "what has ended, waits or was refunded is marked",
      Sample.lapsed.with {
        $0.latest = [Sample.owned(.racecar, revoked: "2026-11-12")]
        $0.orders = Sample.orders(.car, .fuel87)
      }),
    Customer(
      "fuel-waits", "the row of a fuel says how many orders of it wait",
      Sample.facts(ordered: Sample.order(1), Sample.order(2, quantity: 3))),
    Customer(
      "not-loaded", "a shop that could not be loaded can be tried again", Sample.notLoaded),
    Customer("offline", "a store that does not answer sells nothing", Sample.owner.offline),
    Customer(
      "plan-selected", "a plan is chosen among the cards", Sample.facts(),
      keys: .down, .down, .down, .right, .right),
    Customer(
      "scheduled", "a lower plan says from when it is scheduled", Sample.downgrading,
      keys: .down, .down, .down),
    Customer(
      "trying-again", "while it is tried again it says so", Sample.notLoaded,
      keys: .character("t")),
    Customer(
      "buying", "a purchase that is in progress is shown", Sample.facts(), keys: .character("b")),
  ])
  func `the shop`(customer: Customer) async throws {
    var demo = await Sample.shop(customer.facts, fuel: customer.fuel)
    for key in customer.keys { demo.type(key) }
    try expectPictures(of: demo, named: "shop-\(customer.name)")
  }

  @Test func `a restore says what it found`() async throws {
    var demo = await Sample.shop(Sample.owner)
    demo.type("r")
    demo.send(.restored(.done(found: ["Race Car", "Pro"], present: [])))
    try expectPictures(of: demo, named: "shop-restored")
  }

  @Test func `a very wide terminal keeps the content in the middle`() async throws {
    let demo = await Sample.shop(Sample.owner, fuel: Sample.tank)
    try expectSnapshot(of: demo.picture(columns: 200, rows: 60), named: "shop-owner-200x60")
  }

  @Test func `emoji stand before the names if they are asked for`() async throws {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank, emoji: true)
    try expectSnapshot(of: demo.picture(), named: "emoji-my-cars")
    demo.type("s")
    try expectSnapshot(of: demo.picture(), named: "emoji-shop")
    demo.type(.enter)
    try expectSnapshot(of: demo.picture(), named: "emoji-detail")
  }
}
