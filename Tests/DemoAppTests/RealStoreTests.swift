import AppStorePayloads
import AppStorePrompts
import Foundation
import OpenStoreKit
import StandardStreams
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The texts for the customer about data that a real store has signed.
@Suite(.hangLimit) struct RealStoreTests {
  private static let plan = SubscriptionReference.product(.standard, account: "alice")

  @Test func `a renewal that arrives is called a renewal`() async throws {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      #expect(try await controller.buy(.standard) == .purchased)
      try await fixture.advance("P1M")
      let arrived = try #require(await controller.nextExternalTransaction())
      let notice = Notice(
        IncomingTransactions([arrived]), in: await controller.reload(),
        texts: Sample.presentation.texts)

      #expect(arrived.owned.productID == .standard && arrived.isRenewal)
      #expect(notice?.text == "Standard has been renewed until 21 Mar 2026.")
    }
  }

  @Test func `a real store says how many units wait, and how many orders`() async throws {
    let store = try await StoreFixture.make()
    _ = try await store.engine.perform(.setAskToBuy(isOn: true))
    try await AppFixture.open(store).connected { controller in
      _ = await controller.launch()
      for quantity in [1, 3] {
        _ = try await controller.purchase(.fuel87, quantity: quantity)
      }

      let text = await controller.reload().waitingText(of: .fuel87)

      #expect(text?.mark(isWide: false) == "2 waiting")
      #expect(text?.sentence.hasPrefix("2 orders of Fuel87 (4 in all) are waiting") == true)
    }
  }

  @Test func `a pass that still lasts is not sold again, and a code for it is kept`() async throws {
    let fixture = try await StoreFixture.make()
    _ = try await fixture.engine.perform(
      .createOfferCodes(request: OfferCodeRequest(reference: .pass, custom: "AYEAR")))
    try await AppFixture.open(fixture).connected { controller in
      #expect(try await controller.buy(.pass) == .purchased)
      let again = RedundantOrder(
        name: "Standard 1 Year Service Access", reason: "you already have it until 21 Jan 2027")

      await #expect(throws: again) { try await controller.redeem("AYEAR") }

      let store = await controller.reload()
      #expect(store.product(.pass).flatMap(store.reasonNotToSell) == again.reason)
      #expect(throws: again) { try store.checkAddsSomething(.pass) }
      #expect(await controller.history().entries.count == 1)
      try await fixture.advance("P1Y")
      #expect(try await controller.redeem("AYEAR").ending == .purchased)
    }
  }

  @Test func `a pass adds nothing while a plan serves, and a plan may follow a pass`() async throws
  {
    try await AppFixture.open(try await StoreFixture.make()).connected { controller in
      _ = try await controller.buy(.standard)

      let store = await controller.reload()

      #expect(store.redundancy(of: .pass) == "your plan already gives you access")
      #expect(store.redundancy(of: .pro) == nil && store.redundancy(of: .fuel87) == nil)
    }
  }

  @Test func `half a refund in the history is half the price`() async throws {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      #expect(try await controller.buy(.racecar) == .purchased)
      let id = try #require(await controller.history().entries.first?.purchase.owned.transactionID)

      _ = try await fixture.engine.refund(TransactionID(rawValue: id), percentage: 50_000)

      let amounts = await controller.history().entries.map { "\($0.event) \($0.amount)" }
      #expect(amounts == ["refunded -$2.50", "bought $4.99"])
    }
  }

  @Test func `a refund in the history has the sign of money that comes back`() async throws {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      #expect(try await controller.buy(.racecar) == .purchased)
      let id = try #require(await controller.history().entries.first?.purchase.owned.transactionID)
      _ = try await fixture.engine.perform(
        .refund(transactionID: TransactionID(rawValue: id)))
      let history = await controller.history()

      #expect(
        history.entries.map { "\($0.event) \($0.amount)" } == ["refunded -$4.99", "bought $4.99"])
      let screen = await Sample.account(Sample.owner, history: history).typed("h").picture()
      let row = try #require(screen.split(separator: "\n").first { $0.contains("refunded") })
      #expect(row.contains(" -$4.99 "))
    }
  }

  @Test func `a plan whose latest period was deleted is as if it had never been, its records stay`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      #expect(try await controller.buy(.standard) == .purchased)
      try await fixture.advance("P2M")
      var periods: [UInt64] = []
      for _ in 1...2 {
        periods = await controller.history().entries.map(\.purchase.owned.transactionID)
        _ = try await fixture.engine.perform(
          .delete(transactionID: TransactionID(rawValue: try #require(periods.first))))
      }
      await controller.session.reconnect()
      let store = await controller.reload()

      #expect(periods.count == 2)
      #expect(await controller.history().entries.count == 1)
      #expect(store.productStatus(of: .standard) == .notPurchased)
      #expect(store.customer == .new)
    }
  }

  private static let endings:
    [([OperatorCommand], [String], SubscriptionRenewalInfo.ExpirationReason, String)] = [
      (
        [.disableAutoRenew(subscription: plan)], ["P1M"],
        .autoRenewDisabled,
        "Your subscription to Standard expired on 21 Feb 2026."
      ),
      (
        [.failBilling(subscription: plan)], ["P1M", "P60D"], .billingError,
        "Your subscription to Standard was not renewed due to a billing error."
      ),
      (
        [.setPrice(productID: .standard, price: 9, policy: .askConsent)], ["P1M"],
        .didNotConsentToPriceIncrease,
        "Your subscription to Standard was not renewed due to a price increase that you disapproved."
      ),
      (
        [.withdraw(productID: .standard)], ["P1M"], .productUnavailable,
        "Your subscription to Standard was not renewed because the product is no longer available."
      ),
    ]

  @Test(arguments: endings)
  func `an expired plan has the reason for which the store ended it`(
    commands: [OperatorCommand], advances: [String],
    reason: SubscriptionRenewalInfo.ExpirationReason, sentence: String
  ) async throws {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      #expect(try await controller.buy(.standard) == .purchased)
      for command in commands { _ = try await fixture.engine.perform(command) }
      for duration in advances { try await fixture.advance(duration) }
      let store = await controller.reload()
      let status = try #require(store.plan)

      #expect(status.state == .expired && status.renewal.expirationReason == reason)
      #expect(StatusText(status: status, store: store).sentences.first == sentence)
    }
  }

  @Test func `a grace period has the date until which the store gives service`() async throws {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      #expect(try await controller.buy(.standard) == .purchased)
      _ = try await fixture.engine.perform(.setGracePeriod(gracePeriod: .days16))
      _ = try await fixture.engine.perform(.failBilling(subscription: Self.plan))
      try await fixture.advance("P1M")
      try await fixture.advance("P2D")
      let store = await controller.reload()
      let status = try #require(store.plan)

      #expect(status.state == .inGracePeriod)
      #expect(status.renewal.gracePeriodExpirationDate == Sample.date("2026-03-09T12:00:00Z"))
      #expect(store.nextChange == Sample.date("2026-03-09T12:00:00Z"))
      #expect(
        StatusText(status: status, store: store).sentences
          .contains("You keep access to Standard until 09 Mar 2026."))
    }
  }

  @Test(arguments: [
    ("P1W", DateComponents(weekOfYear: 1), "week", "28 Jan 2026"),
    ("P1M", DateComponents(month: 1), "month", "21 Feb 2026"),
    ("P2M", DateComponents(month: 2), "2 months", "21 Mar 2026"),
    ("P3M", DateComponents(month: 3), "3 months", "21 Apr 2026"),
    ("P6M", DateComponents(month: 6), "6 months", "21 Jul 2026"),
    ("P1Y", DateComponents(year: 1), "year", "21 Jan 2027"),
  ])
  func `a plan's period is the catalogue's in the shop, in the sheet and on the calendar`(
    period: String, components: DateComponents, unit: String, end: String
  ) async throws {
    let fixture = try await StoreFixture.make(catalogue: .skdemo(standard: period))
    let sheet = Mutex("")
    let app = try await AppFixture.open(
      fixture,
      sheets: PromptSheets(answers: .terminal { "y" }) { text in sheet.withLock { $0 = text.text } }
    )
    try await app.connected { controller in
      let product = try #require(await controller.launch().store.product(.standard))
      #expect(product.terms == "$2.99 / \(unit)")
      #expect(product.plan?.period == components)

      #expect(try await controller.buy(.standard) == .purchased)
      #expect(sheet.withLock { $0.contains("$2.99 today, then $2.99 / \(unit) from \(end)") })
      let store = await controller.reload()
      let status = try #require(store.plan)
      #expect(
        StatusText(status: status, store: store).sentences.last == "Next billing date: \(end).")
    }
  }

  @Test func `when a plan's period ends the app reads again, although the store says nothing`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    try await fixture.backend(of: device).buy(.standard)
    _ = try await fixture.engine.perform(.setClock(frozen: false))
    let machine = Mutex(Duration.zero)
    let (gate, pauses) = (Gate(), AsyncStream<Duration>.makeStream())
    let app = try await AppFixture.open(
      fixture, device: device,
      pause: { wait in
        pauses.continuation.yield(wait)
        await gate.pass()
      }, monotonic: { machine.withLock { $0 } })

    try await app.connected { controller in
      // It listens to nothing, so that only the alarm can report a change.
      let end = try #require(await controller.reload().nextChange)
      var durations = pauses.stream.makeLimitedIterator()
      let wait = try #require(await durations.next())
      #expect(end == Sample.date("2026-02-21T12:00:00Z"))
      #expect(wait == .seconds(31 * 86_400))

      machine.withLock { $0 += wait }
      gate.open()
      var changes = controller.changes.makeLimitedIterator()
      guard case .moved = await changes.next() else {
        throw FixtureError(text: "the alarm reported something else")
      }
    }
  }

  @Test func `a storefront that the operator sets arrives in an open shop`() async throws {
    let fixture = try await StoreFixture.make()
    let app = try await AppFixture.open(fixture)
    let terminal = RecordedTerminal()
    try await app.open(on: Program(terminal: terminal)) { _ in
      _ = try await terminal.frame(containing: "get started!")
      terminal.type("s")
      _ = try await terminal.frame(containing: "$2.99 / month")
      let start = terminal.frames.count
      _ = try await fixture.engine.perform(.setStorefront(storefront: "JPN"))

      _ = try await terminal.frame(from: start) {
        $0.text.contains(" / month") && !$0.text.contains("$")
      }
    }
  }
}

extension Catalogue {
  /// skdemo's catalogue, in which Standard has another period.
  fileprivate static func skdemo(standard period: String) throws -> Catalogue {
    var text = try String(contentsOf: .skdemoCatalogue, encoding: .utf8)
    let id = try #require(text.range(of: "\"productID\" : \"subscription.standard\""))
    let place = try #require(text.range(of: "\"P1M\"", range: id.upperBound..<text.endIndex))
    text.replaceSubrange(place, with: "\"\(period)\"")
    return try Catalogue.read(Data(text.utf8), file: "Products.json")
  }
}

extension Demo {
  /// The storefront after keys were typed.
  fileprivate func typed(_ text: String) -> Demo {
    var demo = self
    demo.type(text)
    return demo
  }
}
