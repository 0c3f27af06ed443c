import OpenStoreKit
import StandardStreams
import StoreAPI
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets

/// The sheets about subscriptions: the present state, and the effect and the date of each choice.
@Suite(.hangLimit) struct SubscriptionSheetTests {
  @Test(arguments: [(80, 24), (40, 12)])
  func `a terminal without Unicode gets the same sheets, sign for sign`(columns: Int, rows: Int) {
    for (_, page) in Sample.subscriptionPages {
      let frame = SheetLayer(page: page).frame(columns: columns, rows: rows)
      var folded = frame
      folded.foldToASCII()
      #expect(folded.lines == frame.lines.map(Glyphs.fold))
    }
  }

  @Test func `Enter and esc choose nothing, in every sheet about subscriptions`() {
    for (name, page) in Sample.subscriptionPages {
      for key in [Key.enter, .escape] {
        var layer = SheetLayer(page: page)
        #expect(layer.type(key) == [.answer(nil)], "\(name)")
      }
    }
  }

  @Test func `each button has a key of its own, which no sheet opens or scrolls by`() {
    for (name, page) in Sample.subscriptionPages {
      let keys = page.buttons.map(\.key)
      #expect(Set(keys).count == keys.count, "\(name)")
      #expect(Set(keys).isDisjoint(with: Set("bxcgnojkq?")), "\(name)")
    }
  }

  @Test func `holding the key that opens Fix payment pays nothing, and p pays`() {
    var layer = SheetLayer(page: Sample.page(.payment([Sample.grace])))
    #expect(layer.type("xxxxxxxxxx") == [])
    #expect(layer.phase == .asking)
    #expect(layer.type("pp") == [.answer(0)])
  }

  @Test func `no key of a list chooses on the sheet that it opens`() {
    let opened = Sample.subscriptionPages.filter { !$0.page.listsButtons }
      .flatMap { $0.page.buttons.map(\.key) }
    #expect(Set(SheetPage.Button.keys).isDisjoint(with: Set(opened).union(["p", "a", "d"])))
  }

  @Test func `a price increase is agreed to or declined by its own keys, once`() {
    var layer = SheetLayer(page: Sample.page(.priceIncrease(Sample.increased())))
    #expect(layer.type("y1 n") == [])
    #expect(layer.type("dada") == [.answer(1)])
  }

  @Test(arguments: [
    (Sample.plan(), "Pro renews on 14 Dec 2026 for $4.99 / month"),
    (Sample.waiting, "Pro until 14 Dec 2026, then Standard for $2.99 / month"),
    (Sample.off, "Pro ends on 14 Dec 2026"),
    (
      Sample.increased(), "Pro ends on 14 Dec 2026 unless you agree to the new price"
    ),
    (
      Sample.grace,
      "Pro could not be renewed: the payment failed. You keep access until 30 Nov 2026"
    ),
    (Sample.retry, "Pro is paused: the payment failed, and the store will try again"),
    (Sample.ended(), "Pro ended on 14 Nov 2026"),
    (Sample.ended(.billingError), "Pro ended on 14 Nov 2026: the payment failed"),
    (
      Sample.ended(.didNotConsentToPriceIncrease),
      "Pro ended on 14 Nov 2026: you did not agree to the new price"
    ),
    (
      Sample.ended(.productUnavailable), "Pro ended on 14 Nov 2026: it was no longer for sale"
    ),
  ])
  func `a subscription is described in one sentence`(plan: SubscriptionPlan, sentence: String) {
    #expect(plan.sentence(in: .gmt) == sentence)
  }

  @Test(arguments: [
    ("America/New_York", "Pro ended on 14 Nov 2026"),
    ("Pacific/Kiritimati", "Pro ended on 15 Nov 2026"),
  ])
  func `a sentence names the day of the customer's time zone`(
    zone: String, sentence: String
  ) throws {
    let timeZone = try #require(TimeZone(identifier: zone))
    #expect(Sample.ended().sentence(in: timeZone) == sentence)
  }

  @Test(arguments: [
    (Sample.increased(), "Pro changes from $4.99 to $5.99 / month from 14 Dec 2026"),
    (
      Sample.increased(from: nil, on: nil),
      "Pro will cost $5.99 / month after your offer"
    ),
  ])
  func `a price increase says what changes and when`(plan: SubscriptionPlan, sentence: String) {
    #expect(plan.priceIncreaseText(in: .gmt) == sentence)
  }

  @Test(arguments: [
    (Sample.grace, "Pro: $4.99 is charged now, your access continues"),
    (Sample.retry, "Pro: $4.99 is charged now, a new period begins"),
  ])
  func `a fixed payment says what is charged`(plan: SubscriptionPlan, sentence: String) {
    #expect(plan.paymentText == sentence)
  }

  @Test(
    arguments: [(Sample.grace, "your access continues"), (Sample.retry, "a new period begins")],
    [false, true])
  func `a payment costs what was due, and the new price is for later, whatever the answer`(
    unpaid: (plan: SubscriptionPlan, effect: String),
    isAgreed: Bool
  ) {
    var plan = unpaid.plan
    plan.priceIncrease = Sample.increased(isAgreed: isAgreed).priceIncrease
    #expect(
      plan.paymentText
        == "Pro: $4.99 is charged now, \(unpaid.effect); the new price applies later")
  }

  @Test(arguments: [Sample.askedInGrace, Sample.askedInRetry])
  func `a price question is for the period after the one that is not paid yet`(
    plan: SubscriptionPlan
  ) {
    #expect(
      plan.priceIncreaseText(in: .gmt)
        == "Pro changes from $4.99 to $5.99 / month after the unpaid period")
    let page = Sample.page(.priceIncrease(plan))
    #expect(
      page.note == "If you pay and do not answer, Pro ends after that period.")
    #expect(page.buttons.last?.detail == "Pro ends now")
    #expect(page.whatNext.last?.contains("until the period ends that you then pay for") == true)
  }

  @Test(arguments: [
    (Sample.off, "Pro renews on 14 Dec 2026 for $4.99 / month"),
    (Sample.offWaiting(price: "$2.99"), "Pro until 14 Dec 2026, then Standard for $2.99 / month"),
    (
      Sample.offWaiting(price: nil),
      "Pro still ends on 14 Dec 2026: Standard is no longer for sale"
    ),
    (
      Sample.increased(willAutoRenew: false),
      "Pro renews on 14 Dec 2026 for $5.99 / month"
    ),
    (
      Sample.declinedDuringOffer,
      "Pro renews on 14 Dec 2026 for $0.99 / month; later $5.99 / month, if you agree"
    ),
  ])
  func `renewal that is turned on says which plan follows, for how much and when`(
    plan: SubscriptionPlan, sentence: String
  ) {
    #expect(plan.enablingText(in: .gmt) == sentence)
  }

  @Test func `the payment sheet says that it ends a plan that is no longer sold`() {
    var withdrawn = Sample.grace
    withdrawn.next?.price = nil
    #expect(withdrawn.paymentText == "Pro ends now: it is no longer for sale")
  }

  @Test func `on the command line each choice stands on a line with its key`() async {
    let written = Mutex("")
    let sheets = PromptSheets(
      answers: .terminal { "3" }, write: { text in written.withLock { $0 += text.text } })

    #expect(await sheets.choose(from: Sample.page(.subscriptions([Sample.plan()]))) == 2)
    #expect(
      written.withLock { $0 } == """
        Change or cancel
        Account    alex
        Your plan  Pro renews on 14 Dec 2026 for $4.99 / month
        1  Change to Premium: $3.99 / month from 14 Dec 2026
        2  Change to Standard: $2.99 / month from 14 Dec 2026
        3  Turn off renewal: Pro ends on 14 Dec 2026
        Choose 1, 2, 3; Enter chooses nothing.\u{20}
        """)
  }

  @Test func `--yes agrees to what a sheet asks, and changes nothing in Change or cancel`()
    async
  {
    let sheets = PromptSheets(answers: .yes, write: { _ in })
    func choice(_ content: SubscriptionSheet.Content) async -> SubscriptionSheet.Action? {
      await sheets.choose(
        in: SubscriptionSheet(id: UUID(), account: "alex", device: "laptop", content: content))
    }

    #expect(await choice(.subscriptions([Sample.plan()])) == nil)
    let charge = SubscriptionPlan.Charge(productID: "subscription.pro", amount: Decimal(499) / 100)
    #expect(await choice(.payment([Sample.grace])) == .fixPayment(charges: [charge]))
    #expect(
      await choice(.renewal(Sample.plan(), turnsOn: false))
        == .disableAutoRenew(groupID: "3F19ED53"))
    #expect(
      await choice(.renewal(Sample.off, turnsOn: true))
        == .enableAutoRenew(
          groupID: "3F19ED53", productID: "subscription.pro", price: Decimal(499) / 100))
    #expect(
      await choice(.priceIncrease(Sample.increased()))
        == .answerPriceIncrease(
          groupID: "3F19ED53", price: Decimal(599) / 100, isAccepted: true))
  }
}
