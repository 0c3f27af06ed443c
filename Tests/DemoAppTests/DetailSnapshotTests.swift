import OpenStoreKit
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The pages of the products, and the fuel store above them.
@Suite(.hangLimit) struct DetailSnapshotTests {
  @Test(arguments: [
    ("racecar", String.racecar, Sample.facts()), ("pro", .pro, Sample.facts()),
    ("pass", .pass, Sample.facts()), ("fuel", .fuel87, Sample.facts()),
    ("suv", .suv, Sample.facts()), ("racecar-owner", .racecar, Sample.owner),
    ("pro-owner", .pro, Sample.owner), ("standard-owner", .standard, Sample.owner),
    ("pass-owner", .pass, Sample.owner), ("pro-grace", .pro, Sample.grace),
    ("racecar-waits", .racecar, Sample.facts().with { $0.orders = Sample.orders(.racecar) }),
    ("fuel-waits", .fuel87, Sample.facts(ordered: Sample.order(1), Sample.order(2, quantity: 3))),
    (
      "pro-interrupted", .pro,
      Sample.facts().with { $0.orders = Sample.orders(.pro, need: .accountStep) }
    ),
    (
      "racecar-declined", .racecar,
      Sample.facts().with { $0.orders = Sample.orders(.racecar, state: .declined) }
    ),
  ])
  func `a product's page says what is bought, and what an owner has`(
    name: String, id: String, facts: StoreFacts
  ) async throws {
    let demo = await Sample.detail(id, facts, fuel: Sample.tank)
    try expectPictures(of: demo, named: "detail-\(name)")
  }

  @Test func `several units of fuel are bought at once`() async throws {
    var demo = await Sample.detail(.fuel87, Sample.facts(), fuel: Sample.tank)
    demo.type(.up, .up)
    try expectPictures(of: demo, named: "detail-fuel-quantity")
  }

  @Test func `a low page with a notice scrolls to its last line`() async throws {
    var demo = await Sample.detail(.pro, Sample.facts().offline)
    demo.adapt(to: Size(columns: 40, rows: 12))
    try expectSnapshot(of: demo.picture(columns: 40, rows: 12), named: "detail-low-top")
    for _ in 0..<20 { demo.type(.down) }
    try expectSnapshot(of: demo.picture(columns: 40, rows: 12), named: "detail-low-end")
    demo.type(.up)
    #expect(demo.picture(columns: 40, rows: 12).contains("↓"))
  }

  @Test func `a car leaves on one side and comes back on the other`() async throws {
    var demo = await Sample.detail(.racecar, Sample.owner, fuel: Sample.tank)
    demo.send(.drove(.fuel87, fuel: [.fuel87: 3]))
    for step in 1...3 {
      try expectSnapshot(of: demo.picture(), named: "driving-\(step)")
      demo.send(.ticked(try #require(demo.drive)))
    }
    #expect(demo.drive == nil)
    try expectSnapshot(of: demo.picture(), named: "driving-home")
  }

  @Test func `the fuel store has the fuels beside each other`() async throws {
    var demo = await Sample.detail(.racecar, Sample.owner, fuel: Sample.tank)
    demo.type("f")
    demo.type(.right)
    try expectPictures(of: demo, named: "fuel-store")
  }
}
