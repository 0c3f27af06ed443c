import AppStorePayloads
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct RefundRequestTests {
  @Test func `the sheet says what was bought, and the store has the request`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.bought("nonconsumable.car")

    let status = try await alice.session.beginRefundRequest(for: car)

    #expect(status == .success)
    #expect(alice.sheets.refundSheets.map { $0.purchase?.product } == ["Car"])
    #expect(alice.sheets.refundSheets.map(\.transactionID) == [car])
    #expect(alice.sheets.refundFailures == [nil])
    var history = HistoryReader(of: alice.session)
    _ = await history.nextPage()
    #expect(history.refundRequests == [car: .pending])
  }

  @Test func `the sheet says what was bought and for how much, also of finished fuel`() async throws
  {
    let alice = try await Customer.onNewDevice()
    let fuel = try await alice.bought("consumable.fuel.octane87", options: [.quantity(3)])
    for result in await alice.unfinishedTransactions() { await result.unsafePayloadValue.finish() }
    try await alice.bought("nonconsumable.car")

    _ = try await alice.session.beginRefundRequest(for: fuel)

    #expect(
      alice.sheets.refundSheets.map(\.purchase) == [
        RefundSheet.Item(product: "Fuel87", quantity: 3, displayPrice: "$2.97")
      ])
  }

  @Test func `of a purchase that nobody knows the sheet says only its number`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.bought("nonconsumable.car")

    _ = try? await alice.session.beginRefundRequest(for: 7)

    #expect(alice.sheets.refundSheets.map(\.purchase) == [nil])
  }

  @Test func `a refund that is declined is announced to those who listen`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.bought("nonconsumable.car")
    var declined = alice.session.declinedRefunds.makeLimitedIterator()
    _ = try await alice.listenToOpenStream()
    _ = try await alice.session.beginRefundRequest(for: car)

    _ = try await alice.store.engine.perform(
      .declineRefund(transactionID: TransactionID(rawValue: car)))

    #expect(await declined.next() == car)
  }

  @Test func `a customer who closes the sheet asks for nothing`() async throws {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(confirms: false))

    #expect(try await alice.session.beginRefundRequest(for: 7) == .userCancelled)
    #expect(alice.sheets.refundFailures.isEmpty)
  }

  @Test func `a second request is a duplicate, and an unknown transaction fails`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.bought("nonconsumable.car")
    _ = try await alice.session.beginRefundRequest(for: car)

    await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
      try await alice.session.beginRefundRequest(for: car)
    }
    await #expect(throws: Transaction.RefundRequestError.failed) {
      try await alice.session.beginRefundRequest(for: 7)
    }
    #expect(alice.sheets.refundFailures.compactMap(\.self).count == 2, "the sheets said why")
  }
}

extension Customer {
  /// Buys a product, and returns its transaction's ID.
  @discardableResult
  fileprivate func bought(
    _ productID: String, options: Set<Product.PurchaseOption> = []
  ) async throws -> UInt64 {
    let outcome = try await buy(productID, options: options)
    guard case .success(let transaction) = outcome.result else {
      throw FixtureError(text: "it was not bought")
    }
    return transaction.unsafePayloadValue.id
  }
}
