import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

@Suite struct HistoryTests {
  @Test func `the newest is first, and a refund stands above what it takes back`() {
    let events = Sample.history.entries.prefix(5).map {
      "\($0.event) \($0.purchase.owned.productID) \($0.amount)"
    }
    #expect(
      events == [
        "renewed subscription.pro $4.99", "bought consumable.fuel.octane87 $2.97",
        "bought nonconsumable.racecar $4.99", "refunded nonconsumable.utilityvehicle -$2.99",
        "bought nonconsumable.utilityvehicle $2.99",
      ])
  }

  @Test func `the history is asked for when it is first looked at, and again after a change`()
    async
  {
    var demo = await Sample.demo(Sample.owner)
    #expect(demo.type("h") == [.loadHistory])
    demo.send(.history(Sample.history))
    #expect(demo.type("mh") == [])
    #expect(demo.send(.reloaded(Store(Sample.owner), fuel: [:])) == [.loadHistory])
  }

  @Test func `enter shows the product of a row`() async {
    var demo = await Sample.account(Sample.owner)
    demo.type("h")
    demo.type(.down, .enter)
    #expect(demo.detail == .fuel87)
    demo.type(.escape)
    #expect(demo.tab == .history)
  }

  @Test func `each of a thousand rows can be reached, and no key goes past them`() async {
    var demo = await Sample.account(Sample.owner, history: Sample.longHistory(1000))
    demo.type("h")
    for _ in 0..<1100 { demo.type(.down) }
    let last = demo.picture(columns: 40, rows: 12)
    #expect(last.contains("of 1000"))
    #expect(last.split(separator: "\n").contains { $0.contains("▌") })
    for _ in 0..<1100 { demo.type(.up) }
    #expect(demo.picture().contains("1-17 of 1000"))
  }

  @Test func `a real store's history has renewals and prices`() async throws {
    let fixture = try await StoreFixture.make()
    let app = try await AppFixture.open(fixture)
    try await app.connected { controller in
      for id in [String.racecar, .standard] {
        #expect(try await controller.buy(id) == .purchased)
      }
      try await fixture.advance("P1M")
      let history = await controller.history()

      #expect(
        history.entries.map { "\($0.event) \($0.purchase.owned.productID) \($0.amount)" } == [
          "renewed subscription.standard $2.99", "bought subscription.standard $2.99",
          "bought nonconsumable.racecar $4.99",
        ])
    }
  }
}
