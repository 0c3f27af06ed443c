import Foundation
import OpenStoreKit
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

@Suite(.hangLimit) struct HistoryTests {
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
    #expect(demo.type("h") == [.loadHistory(through: nil)])
    demo.send(.history(Sample.history))
    #expect(demo.type("mh") == [])
    #expect(
      demo.send(.reloaded(Store(Sample.owner), fuel: [:])) == [
        .loadHistory(through: 2_000_000_731)
      ])
  }

  @Test func `enter shows the product of a row`() async {
    var demo = await Sample.account(Sample.owner)
    demo.type("h")
    demo.type(.down, .enter)
    #expect(demo.detail == .fuel87)
    demo.type(.escape)
    #expect(demo.tab == .history)
  }

  @Test func `offline a row still says that its refund was asked for`() throws {
    var read = Sample.purchases
    let row = try #require(read.firstIndex { $0.owned.productID == .racecar })
    read[row].refundRequest = .pending
    let offline = History(read).offline(keeping: History(Sample.purchases))

    let notes = offline.entries.filter { $0.purchase.owned.productID == .racecar }.map(\.refundNote)
    #expect(notes == ["refund requested"])
  }

  @Test(arguments: [
    (RefundRequest.pending, "refund requested"),
    (.declined, "refund declined"), (.granted, "refund reversed"),
  ])
  func `a row says what became of the request for its refund, on a narrow screen too`(
    request: RefundRequest, words: String
  ) async throws {
    var purchases = Sample.purchases
    let row = try #require(purchases.firstIndex { $0.owned.productID == .racecar })
    purchases[row].refundRequest = request
    var demo = await Sample.account(Sample.owner, history: History(purchases))
    demo.type("h")

    #expect(demo.picture().contains(words))
    let lines = demo.picture(columns: 40, rows: 12).split(separator: "\n")
    #expect(lines.contains { $0.contains("Race Car") && $0.contains(words) }, "a narrow screen")
    for _ in 0..<row { demo.type(.down) }
    let binding = try #require(demo.bindings.first { $0.keys.contains(.character("g")) })
    #expect(binding.disabledReason == "its refund was already requested")
    #expect(demo.type("g") == [])
  }

  @Test func `what a family shares no more is not shared`() {
    let purchase = Sample.purchase(
      .car, .nonConsumable, "1.99", bought: "2026-08-14", revoked: "2026-11-12", number: 9)

    #expect(History([purchase.shared]).entries.map(\.event.rawValue) == ["not shared", "shared"])
  }

  @Test func `a key asks for the refund of the selected row, unless it was refunded`() async throws
  {
    var demo = await Sample.account(Sample.owner)
    demo.type("h")
    demo.type(.down, .down)

    #expect(demo.type("g") == [.requestRefund(2_000_000_655)])
    #expect(demo.activity == .sheet)
    #expect(demo.type("g") == [], "the sheet is open")
    demo.send(.sheetEnded(nil))
    demo.type(.down)
    #expect(demo.type("g") == [])
    #expect(demo.notice?.text == "Not now: it was refunded.")
  }

  @Test func `each of a thousand rows can be reached, and no key goes past them`() async {
    var demo = await Sample.account(Sample.owner, history: Sample.longHistory(1000))
    demo.type("h")
    for _ in 0..<1100 { demo.type(.down) }
    let last = demo.picture(columns: 40, rows: 12)
    #expect(last.contains("↑ 1000 entries"))
    #expect(last.split(separator: "\n").contains { $0.contains("▌") })
    for _ in 0..<1100 { demo.type(.up) }
    #expect(demo.picture().contains("↓ 1000 entries"))
    #expect(demo.picture().contains("November 2026"))
  }

  @Test func `a real store's history has renewals and prices`() async throws {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      for id in [String.racecar, .standard] { #expect(try await controller.buy(id) == .purchased) }
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

/// The history is read a page at a time, as the customer goes down.
@Suite(.hangLimit) struct HistoryPageTests {
  @Test func `the next page is asked for once, near the end of what was read`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.type("h")
    let first = History(Sample.fuel(101...200), hasMore: true)
    #expect(demo.send(.history(first)) == [], "the screen opens with one page")
    #expect(demo.picture().contains("↓ more than 100 entries"))

    for _ in 1...74 { #expect(demo.type(.down) == []) }
    #expect(demo.type(.down) == [.loadMoreHistory])
    for _ in 1...24 { #expect(demo.type(.down) == []) }
    let selected = demo.selectedEntry
    #expect(demo.send(.history(Sample.longHistory(200))) == [])

    #expect(demo.selectedEntry == selected)
    #expect(demo.picture().contains("↑↓ 200 entries"))
  }

  @Test func `a refund that comes with an older page does not move the selection`() async {
    var demo = await Sample.account(Sample.owner)
    demo.type("h")
    demo.type(.down, .down)
    let selected = demo.selectedEntry
    let refunded = Sample.purchase(
      .car, .nonConsumable, "1.99", bought: "2026-01-01", revoked: "2026-11-20", number: 9)

    demo.send(.history(History(Sample.purchases + [refunded])))

    #expect(demo.historyRow == 3)
    #expect(demo.selectedEntry == selected)
  }

  @Test func `offline the history keeps what was read, and says that it is not all`() async {
    var demo = await Sample.account(Sample.owner)
    demo.type("h")
    let before = demo.history?.entries

    demo.send(.history(Sample.keptHistory))

    #expect(demo.history?.entries == before)
    #expect(demo.picture().contains("9 entries, not all"))
    #expect(demo.picture().contains("these were loaded before"))
    demo.send(.history(Sample.history))
    #expect(!demo.picture().contains("not all"))
  }

  @Test func `offline the account keeps the periods that were read`() async throws {
    var demo = await Sample.account(Sample.owner)
    let periods = Sample.purchases.filter { $0.groupID != nil }
    demo.send(.plans(PlanHistory(periods)))

    demo.send(
      .plans(PlanHistory(Array(periods.prefix(1)), isComplete: false, isOffline: true)))

    let kept = try #require(demo.plans)
    #expect(Set(kept.periods) == Set(periods))
    #expect(kept.isComplete)
    demo.send(.plans(PlanHistory(Array(periods.prefix(1)))))
    #expect(demo.plans?.periods.count == 1, "read again from the store, it is what there is")
  }

  @Test(arguments: [
    (History.Incompleteness.offline, "this device keeps only the latest of each product"),
    (.stoppedAnswering, "these were loaded before"),
    (.notVerified(1), "1 transaction cannot be verified and is not shown."),
    (.notVerified(2), "2 transactions cannot be verified and are not shown."),
    (.other("the store was reset"), "The history is not complete: the store was reset."),
  ])
  func `a history that lacks something says what, also an empty one`(
    incompleteness: History.Incompleteness, words: String
  ) async {
    for purchases in [Sample.purchases, []] {
      var demo = await Sample.account(
        Sample.owner, history: History(purchases, incompleteness: incompleteness))
      demo.type("h")
      let text = demo.picture().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains(words))
      #expect(!text.contains("You have not bought anything"))
    }
  }

  @Test func `a plan whose older periods were not read does not say when it began`() async {
    var demo = await Sample.demo(Sample.owner.with { $0.now = Sample.date("2026-11-21T10:00:00Z") })
    #expect(demo.type("a") == [.loadPlans])
    let periods = Sample.purchases.filter { $0.groupID != nil }

    demo.send(.plans(PlanHistory(periods, isComplete: false)))
    #expect(!demo.picture().contains("since 14 Aug 2026"))
    demo.send(.plans(PlanHistory(periods)))

    #expect(demo.picture().contains("since 14 Aug 2026"))
    #expect(demo.send(.reloaded(Store(Sample.owner), fuel: [:])) == [.loadPlans])
  }

  @Test func `what is asked meanwhile is read from the newest page, and once`() {
    #expect(HistoryRequest.more.merged(with: .anew(through: 3)) == .anew(through: 3))
    #expect(HistoryRequest.anew(through: 3).merged(with: .more) == .anew(through: 3))
    let two = HistoryRequest.anew(through: 3).merged(with: .anew(through: nil))
    #expect(two == .anew(through: nil))
    #expect(HistoryRequest.more.merged(with: .more) == .more)
  }

  @Test func `a real store is asked for one page, and for as many as the selected row needs`()
    async throws
  {
    let store = try await StoreFixture.make()
    let device = try await store.newDevice()
    let gate = Gate()
    gate.open()
    let app = try await AppFixture.open(
      store, device: device,
      wrapping: { SlowStore(store: $0, gate: gate, calls: [.transactions]) })
    try await RecordedHistory.add(
      250, of: device.token, in: store.folder.appending(path: "store.sqlite"), isFinished: false)
    await app.connected { controller in
      let first = await controller.history()
      #expect(gate.callerCount == 1)
      #expect(first.entries.count == 100 && first.hasMore)

      var reading = HistoryReading(controller.reader)
      await reading.read(through: first.entries.last.map { $0.purchase.owned.transactionID - 1 })
      #expect(gate.callerCount == 3)
      #expect(reading.history.entries.count == 200 && reading.history.hasMore)
      await reading.readPage()
      #expect(reading.history.entries.count == 250 && reading.history.isComplete)
    }
  }
}
