import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The cards above My Cars and the account.
@Suite struct AttentionTests {
  private static func facts(_ status: PlanStatus) -> StoreFacts {
    Sample.owner.with { $0.statuses = [status] }
  }

  private static let asked = Sample.status(.pro, .subscribed).priced("3.99", .pending, "4.99")
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
