import OpenStoreKit
import Testing

@testable import DemoApp
@testable import TerminalUI

/// The cards above My Cars and the account.
@Suite struct AttentionTests {
  private static func facts(_ status: PlanStatus) -> StoreFacts {
    Sample.owner.with { $0.statuses = [status] }
  }

  private static let asked = Sample.status(.pro, .subscribed).priced("3.99", .pending, "4.99")
  private static let trial = Sample.status(.pro, .subscribed, began: "2026-11-14")
    .bought(.freeTrial, for: "0.00", then: "4.99")
  private static let lapsed = Sample.status(
    .pro, .expired, expires: "2026-11-02", renews: false, reason: .autoRenewDisabled)

  @Test(arguments: [
    (Sample.inGrace, "The payment for Pro failed · 15 days of service left", "Fix payment"),
    (
      Sample.unpaid, "Pro is paused: the payment failed · paid until 10 Nov 2026", "Fix payment"
    ),
    (
      asked, "From 14 Dec 2026 Pro costs $4.99 / month, if you agree. If not, it ends.",
      "Answer the new price"
    ),
    (
      lapsed.wonBack(by: "pro.welcome.back"), "Pro ended on 02 Nov 2026.",
      "Come back to Pro · 3 months for $4.99, then $4.99 / month"
    ),
    (
      Sample.status(.pro, .revoked, revoked: "2026-11-12", renews: false),
      "Pro was refunded on 12 Nov 2026.", "Come back to Pro · $4.99 / month"
    ),
  ])
  func `each fact has a button that repairs it, and it is focused`(
    status: PlanStatus, text: String, button: String
  ) async throws {
    let demo = await Sample.demo(Self.facts(status))
    let attention = try #require(demo.store?.attentions.first)
    #expect(attention.text == text)
    #expect(attention.buttons.map(\.title) == [button])
    #expect(demo.selection == attention.buttons.first.map { .repair($0.repair) })

    var account = demo
    account.type("a")
    for picture in [demo.picture(), account.picture()] {
      #expect(picture.contains("▌ \(button)"))
    }
  }

  @Test func `a fact has at most twelve words`() {
    for status in [Sample.inGrace, Sample.unpaid, Self.asked, Self.lapsed] {
      for attention in Store(Self.facts(status)).attentions {
        let sentences = attention.text.split(separator: /[.·] */)
        #expect(sentences.allSatisfy { $0.split(separator: " ").count <= 12 }, "\(attention.text)")
      }
    }
  }

  @Test func `enter does what the button says`() async throws {
    var grace = await Sample.demo(Self.facts(Sample.inGrace))
    #expect(grace.type(.enter) == [.fixPayment])
    var price = await Sample.demo(Self.facts(Self.asked))
    #expect(price.type(.enter) == [.answerPrice(groupID: "3F19ED53")])
    var past = await Sample.demo(Self.facts(Self.lapsed))
    let buy = try #require(past.launchResult?.availability(of: .pro).buy)
    #expect(past.type(.enter) == [.purchase(buy, quantity: 1)])
  }

  @Test func `only the sign of a card has a colour of its own`() async {
    let frame = await Sample.demo(Self.facts(Sample.inGrace)).frame(columns: 80, rows: 24)
    let row = (0..<80).map { frame[Point(column: $0, row: 3)] }
    #expect(frame.lines[3].contains("The payment for Pro failed"))
    #expect(row.filter { $0.style.role == .warn }.map(\.text) == [Glyphs.attention])
  }

  @Test func `the card alone reports a grace period, not sentences below it`() async {
    let picture = await Sample.demo(Self.facts(Sample.inGrace)).picture()
    #expect(picture.components(separatedBy: "payment for Pro failed").count == 2)
    #expect(!picture.contains("You keep access"))
    #expect(!picture.contains("apps.apple.com"))
  }

  @Test(arguments: [
    (Sample.inGrace, "payment for Pro failed", "◐ Pro"), (Sample.unpaid, "paused", "◌ Pro"),
    (asked, "$4.99 / month, if you agree", "◐ Pro"), (lapsed, "ended on", "○ No plan"),
  ])
  func `a screen says a fact once, whatever has just happened`(
    status: PlanStatus, words: String, slot: String
  ) async {
    var home = await Sample.demo(Sample.owner)
    home.send(.reloaded(Store(Self.facts(status)), fuel: [:]))
    var account = await Sample.demo(Sample.owner)
    account.type("a")
    account.send(.reloaded(Store(Self.facts(status)), fuel: [:]))
    for demo in [home, account] {
      let picture = demo.picture()
      #expect(demo.notice != nil && picture.components(separatedBy: words).count == 2)
      #expect(StatusSlot(demo: demo).spans(room: 60).text == slot)
      #expect(!picture.contains("needs a"))
    }
  }

  @Test(arguments: [
    (trial, "● Pro · free trial"),
    (Sample.status(.pro, .subscribed, renews: false), "● Pro · ends"),
    (Sample.status(.pro, .subscribed, next: .standard), "● Pro · then Standard"),
  ])
  func `the first line has no date that the sentence below it has`(
    status: PlanStatus, slot: String
  ) async {
    let demo = await Sample.demo(Self.facts(status))
    #expect(demo.picture().components(separatedBy: "14 Dec 2026").count == 2)
    for demo in [demo, demo.typing("a")] {
      #expect(StatusSlot(demo: demo).spans(room: 60).text == slot)
    }
    #expect(StatusSlot(demo: demo.typing("s")).spans(room: 60).text.contains("14 Dec 2026"))
  }

  @Test func `the first line does not repeat what a plan's own page says`() async {
    let page = await Sample.detail(.pro, Sample.grace)
    #expect(StatusSlot(demo: page).spans(room: 60).text == "◐ Pro")
    #expect(page.picture().contains("needs a fix ◐"))
    let other = await Sample.detail(.standard, Sample.grace)
    #expect(StatusSlot(demo: other).spans(room: 60).text == "◐ Pro · payment needs a fix")
  }

  @Test func `a notice is shown where no card says the same`() async {
    var shop = await Sample.shop(Sample.owner)
    shop.send(.reloaded(Store(Sample.grace), fuel: [:]))
    #expect(shop.picture().contains("The payment for Pro failed."))

    var home = await Sample.demo(Sample.owner)
    home.send(.reloaded(Store(Sample.grace), fuel: [:]))
    let car = Sample.owned(.car, kind: .nonConsumable, bought: "2026-11-14")
    home.send(.arrived([ExternalTransaction(owned: car)]))
    #expect(home.notices.map(\.text) == ["Car is yours."])
    let spoken = home.announcements.map(\.text).joined()
    #expect(spoken.contains("The payment for Pro failed."), "a screen reader hears all of it")
  }

  @Test func `a screen reader gets the sentence of a card in one line`() async {
    let frame = await Sample.demo(Self.facts(Self.asked)).frame(columns: 40, rows: 30)
    let rows = frame.readRows(.spoken, hasChoices: true).map(\.text)
    #expect(
      rows.contains("From 14 Dec 2026 Pro costs $4.99 per month, if you agree. If not, it ends."),
      "\(rows)")
  }

  @Test func `only the card says that a plan was refunded`() async {
    let refunded = Sample.status(.pro, .revoked, revoked: "2026-11-12", renews: false)
    var demo = await Sample.demo(Sample.owner)
    demo.send(.reloaded(Store(Self.facts(refunded)), fuel: [:]))
    demo.send(.arrived([ExternalTransaction(owned: refunded.transaction)]))
    #expect(demo.notice?.text == "Pro was refunded on 12 Nov 2026.")
    #expect(demo.notices == [])
    #expect(demo.typing("s").store?.attentions.isEmpty == false)
  }

  @Test func `the bar of a grace period is neither empty nor full before its end`() {
    let countdown = Attention.Countdown(
      start: Sample.date("2026-11-13T10:00:00Z"), end: Sample.date("2026-11-29T10:00:00Z"),
      label: "29 Nov")
    #expect(countdown.cells(gone: Sample.date("2026-11-13T10:00:01Z"), of: 12) == 1)
    #expect(countdown.cells(gone: Sample.date("2026-11-21T10:00:00Z"), of: 12) == 6)
    #expect(countdown.cells(gone: Sample.date("2026-11-29T09:59:59Z"), of: 12) == 11)
    #expect(countdown.cells(gone: Sample.date("2026-11-30T10:00:00Z"), of: 12) == 12)
  }

  @Test func `a countdown without a length is drawn, whatever the clock shows`() {
    let date = Sample.date("2026-11-13T10:00:00Z")
    let countdown = Attention.Countdown(start: date, end: date, label: "13 Nov")
    #expect(countdown.cells(gone: date.addingTimeInterval(-1), of: 12) == 1)
    #expect(countdown.cells(gone: date, of: 12) == 12)
  }

  @Test func `without the store a button is there, and says why it does nothing`() async {
    var demo = await Sample.demo(Self.facts(Sample.inGrace).offline)
    #expect(demo.picture().contains("Fix payment"))
    #expect(demo.type(.enter) == [])
    #expect(demo.notice?.text.contains("the store cannot be reached") == true)
  }

  @Test func `what a family member must pay has a card without a button`() {
    let store = Store(Self.facts(Sample.inGrace.shared))
    #expect(store.attentions.map(\.fact) == ["Your family's payment for Pro failed"])
    #expect(store.attentions.flatMap(\.buttons) == [])
  }

  @Test func `a card that arrives does not take the focus`() async {
    var demo = await Sample.demo(Sample.owner)
    let before = demo.selection
    demo.send(.reloaded(Store(Sample.grace), fuel: [:]))
    #expect(demo.selection == before)
    #expect(demo.picture().contains("Fix payment"))
  }
}
