import AppStorePayloads
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The notice that the App Store has declined a refund.
@Suite(.hangLimit) struct DeclinedRefundTests {
  private func purchase(_ id: String) -> HistoryEntry? {
    Sample.purchases.first { $0.owned.productID == id }
  }

  @Test func `a refund that is declined is shown where the customer is`() async throws {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)

    demo.send(.refundDeclined(purchase(.fuel87)))

    #expect(demo.notice == Notice(.attention, "The refund of Fuel87 × 3 was declined."))
    try expectPictures(of: demo, named: "my-cars-refund-declined")
    demo.type("s")
    #expect(demo.notice == nil)
  }

  @Test func `refunds that are declined one after the other are shown together`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.send(.refundDeclined(purchase(.racecar)))
    demo.send(.refundDeclined(nil))
    #expect(demo.notice?.text == "The refunds of Race Car and a purchase were declined.")

    demo.type("s")
    demo.send(.refundDeclined(purchase(.racecar)))
    #expect(demo.notice?.text == "The refund of Race Car was declined.", "a key was pressed")
  }

  @Test
  func
    `a declined refund is shown after what nobody may have read, and incoming transactions after both`()
    async throws
  {
    var demo = await Sample.demo(Sample.owner)
    demo.send(.reloaded(Store(Sample.owner.with { $0.statuses = [Sample.unpaid] }), fuel: [:]))
    let news = try #require(demo.notice)

    demo.send(.refundDeclined(purchase(.racecar)))
    demo.send(.refundDeclined(purchase(.fuel87)))
    let text = "\(news.text) The refunds of Race Car and Fuel87 × 3 were declined."
    #expect(demo.notice?.tone == news.tone)
    #expect(demo.notice?.text == text)

    demo.send(.arrived([ExternalTransaction(owned: Sample.owned(.suv))]))
    let arrived = try #require(demo.notice?.text)
    #expect(arrived.hasPrefix(text + " "))
    demo.send(.refundDeclined(nil))
    let three = "Race Car, Fuel87 × 3, and a purchase"
    #expect(demo.notice?.text == arrived.replacing("Race Car and Fuel87 × 3", with: three))
  }

  @Test func `what becomes of a plan or an order is shown after a declined refund`() async {
    var demo = await Sample.demo(
      Sample.owner.with { $0.orders = Sample.orders(.suv) })
    demo.send(.refundDeclined(purchase(.racecar)))

    let after = Sample.owner.with {
      $0.statuses = [Sample.unpaid]
      $0.orders = Sample.orders(.suv, state: .declined)
    }
    demo.send(.reloaded(Store(after), fuel: [:]))

    let text = demo.notice?.text ?? ""
    #expect(text.hasPrefix("The refund of Race Car was declined. "))
    #expect(text.hasSuffix("Sport Utility Vehicle was declined. You can ask again."))
    #expect(demo.notice?.tone == .bad && text.contains("Pro"))
  }

  @Test func `a declined refund takes the place of the notice that an order waits`() async throws {
    var demo = await Sample.demo(Sample.facts(ordered: Sample.order(1)))
    let fuel = try #require(demo.store?.product(.fuel87))
    demo.send(.ended(.pending(.approval), product: fuel, quantity: 1))

    demo.send(.refundDeclined(purchase(.racecar)))
    demo.send(.reloaded(Store(Sample.facts()), fuel: [:]))

    #expect(demo.notice?.text == "The refund of Race Car was declined.")
  }

  @Test func `a real store reports what it declines`() async throws {
    let store = try await StoreFixture.make()
    let app = try await AppFixture.open(store, device: try await store.newDevice())
    let terminal = RecordedTerminal()
    try await app.show(on: terminal) { controller, demo in
      _ = await controller.launch()
      let id = try await controller.bought(.fuel87)
      try await controller.session.requestRefund(of: id, .init(.legal))
      async let _: Void = controller.follow(demo)
      try await decline(id, in: store)
      _ = try await terminal.frame(containing: "The refund of Fuel87 was declined.")
    }
  }

  private func decline(_ id: TransactionID, in store: StoreFixture) async throws {
    _ = try await store.engine.perform(.declineRefund(transactionID: id))
  }
}

extension StoreController {
  /// Buys a product, and returns its transaction's ID.
  fileprivate func bought(_ product: String) async throws -> TransactionID {
    guard case .success(let result) = try await purchase(product, quantity: 1).outcome.result else {
      throw FixtureError(text: "it was not bought")
    }
    return TransactionID(rawValue: result.unsafePayloadValue.id)
  }
}
