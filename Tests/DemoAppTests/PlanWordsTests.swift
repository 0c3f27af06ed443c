import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The words of each situation, beside the sentences: first line, mark, and what can be done next.
@Suite struct PlanWordsTests {
  private static let ended = Sample.status(
    .pro, .expired, expires: "2026-11-02", renews: false, reason: .autoRenewDisabled)

  @Test(
    arguments: [
      (
        Sample.status(.pro, .subscribed), .active, "● Pro · renews 14 Dec 2026", "your plan ●",
        [.manage]
      ),
      (
        Sample.status(.pro, .subscribed).bought(.freeTrial, for: "0.00", then: "4.99"), .trial,
        "● Pro · free until 14 Dec 2026", "your plan ●", [.manage]
      ),
      (
        Sample.status(.pro, .subscribed).bought(.payUpFront, for: "1.99", then: "4.99"),
        .offerPrice, "● Pro · renews 14 Dec 2026", "your plan ●", [.manage]
      ),
      (
        Sample.status(.pro, .subscribed, next: .standard), .changing(to: .standard),
        "● Pro · Standard from 14 Dec 2026", "your plan ●", [.manage]
      ),
      (
        Sample.status(.pro, .subscribed, renews: false), .ending, "● Pro · ends 14 Dec 2026",
        "your plan ●", [.resume]
      ),
      (
        Sample.status(.pro, .subscribed).priced("3.99", .pending, "4.99"), .priceAsked,
        "◐ Pro · new price needs an answer", "new price waits ◐", [.answerPrice]
      ),
      (
        Sample.status(.pro, .subscribed, next: .standard).priced("4.99", .pending, "3.99"),
        .priceAsked, "◐ Pro · new price needs an answer", "new price waits ◐", [.answerPrice]
      ),
      (
        Sample.inGrace.priced("3.99", .pending, "4.99"), .grace, "◐ Pro · payment needs a fix",
        "payment needs a fix ◐", [.fixPayment, .answerPrice]
      ),
      (
        Sample.unpaid.priced("3.99", .pending, "4.99"), .retry,
        "◌ Pro paused · payment needs a fix", "paused ◌", [.fixPayment, .answerPrice]
      ),
      (
        Sample.status(.pro, .subscribed).withdrawn, .notSoldAgain, "● Pro · ends 14 Dec 2026",
        "your plan ●", [.manage]
      ),
      (
        Sample.status(.pro, .subscribed).priced("3.99", .agreed, "4.99"), .priceAgreed,
        "● Pro · renews 14 Dec 2026", "your plan ●", [.manage]
      ),
      (
        Sample.inGrace, .grace, "◐ Pro · payment needs a fix", "payment needs a fix ◐",
        [.fixPayment]
      ),
      (
        Sample.unpaid, .retry, "◌ Pro paused · payment needs a fix", "paused ◌", [.fixPayment]
      ),
      (ended, .expired(.autoRenewDisabled), "○ Pro ended 02 Nov 2026", "ended ○", []),
      (
        Sample.status(.pro, .revoked, revoked: "2026-11-12"), .refunded,
        "× Pro refunded 12 Nov 2026", "refunded ×", []
      ),
      (
        Sample.status(.pro, .subscribed).shared, .shared, "● Pro · renews 14 Dec 2026",
        "shared ●", []
      ),
      (
        Sample.status(.pro, .subscribed, renews: false).shared, .shared,
        "● Pro · ends 14 Dec 2026", "shared ●", []
      ),
      (
        Sample.inGrace.shared, .sharedGrace, "◐ Pro · family payment failed", "shared ◐", []
      ),
      (
        Sample.unpaid.shared, .sharedRetry, "◌ Pro paused · family payment failed", "paused ◌", []
      ),
      (
        Sample.status(.pro, .revoked, revoked: "2026-11-12").shared, .refunded,
        "× Pro not shared 12 Nov 2026", "not shared ×", []
      ),
    ] as [(PlanStatus, PlanSituation, String, String, [PlanAction])])
  func `each situation has its words`(
    status: PlanStatus, situation: PlanSituation, slot: String, mark: String,
    actions: [PlanAction]
  ) async throws {
    let facts = Sample.facts(eligible: false).with { $0.statuses = [status] }
    // My Cars and the account have cards, which say the same.
    let demo = await Sample.shop(facts)
    let store = try #require(demo.store)
    let pro = try #require(store.product(.pro))

    #expect(status.situation == situation)
    #expect(StatusSlot(demo: demo).spans(room: 60).text == slot)
    #expect(Mark(store: store).state(of: pro).text == mark)
    #expect(status.nextActions == actions)
  }

  @Test func `every situation has a wording for the narrowest screen`() async {
    let statuses = [
      Sample.status(.pro, .subscribed).priced("3.99", .pending, "4.99"), Sample.unpaid, Self.ended,
      Sample.status(.pro, .inGracePeriod, grace: "2026-11-29"),
    ]
    for status in statuses {
      let demo = await Sample.demo(Sample.facts(eligible: false).with { $0.statuses = [status] })
      #expect(!StatusSlot(demo: demo).spans(room: 13).isEmpty)
    }
  }

  @Test func `a plan that renews never reads as one that ends, however little room there is`()
    async
  {
    let demo = await Sample.demo(Sample.owner)
    let texts = (5...40).map { StatusSlot(demo: demo).spans(room: $0).text }
    #expect(
      Set(texts) == [
        "● Pro", "● Pro renews", "● Pro renews 14 Dec", "● Pro · renews 14 Dec 2026",
      ])
  }

  @Test func `of a pass and a plan that gives nothing the pass speaks`() async {
    let facts = Sample.passOwner.with { $0.statuses = [Sample.unpaid] }
    let demo = await Sample.demo(facts)
    #expect(StatusSlot(demo: demo).spans(room: 60).text == "● Service until 21 Oct 2027")
  }

  @Test(arguments: [
    (Sample.unpaid, "x", Demo.Effect.fixPayment),
    (
      Sample.status(.pro, .subscribed).priced("3.99", .pending, "4.99"), "n",
      .answerPrice(groupID: "3F19ED53")
    ),
    (Sample.status(.pro, .subscribed), "c", .managePlans(groupID: "3F19ED53")),
    (Sample.status(.pro, .subscribed, renews: false), "c", .managePlans(groupID: "3F19ED53")),
    (Sample.unpaid, "c", .managePlans(groupID: "3F19ED53")),
  ])
  func `the key of the next action works on every screen, and its sheet moves nothing`(
    status: PlanStatus, key: String, effect: Demo.Effect
  ) async {
    let facts = Sample.owner.with { $0.statuses = [status] }
    for (name, screen) in await Sample.screens(facts) {
      var demo = screen
      #expect(demo.type(key) == [effect], "\(name)")
      #expect(demo.type(key) == [], "\(name): the sheet is open")
      demo.send(.sheetEnded(nil))
      #expect(demo.selection == screen.selection && demo.detail == screen.detail, "\(name)")
    }
  }

  @Test(arguments: [Sample.unpaid, Sample.inGrace])
  func `a payment that failed and a price question have their keys, the payment first`(
    status: PlanStatus
  ) async {
    let facts = Sample.owner.with { $0.statuses = [status.priced("3.99", .pending, "3.99")] }
    for (name, screen) in await Sample.screens(facts) {
      let keys = screen.bindings.flatMap(\.keys)
      let first = keys.firstIndex(of: .character("x")) ?? keys.endIndex
      #expect(keys.dropFirst(first).contains(.character("n")), "\(name)")
      var demo = screen
      #expect(demo.type("n") == [.answerPrice(groupID: "3F19ED53")], "\(name)")
      demo.send(.sheetEnded(nil))
      #expect(demo.type("x") == [.fixPayment], "\(name)")
    }
  }

  @Test func `without an answer from the store no sheet opens, and the help says why`() async throws
  {
    var demo = await Sample.demo(Sample.grace.offline)
    #expect(demo.type("xc") == [])
    let binding = try #require(demo.bindings.first { $0.keys == [.character("x")] })
    #expect(binding.disabledReason == "the store cannot be reached")
  }

  @Test func `a plan that ended has no key but Buy`() async {
    var demo = await Sample.demo(Sample.lapsed)
    #expect(demo.type("xnc") == [])
  }
}
