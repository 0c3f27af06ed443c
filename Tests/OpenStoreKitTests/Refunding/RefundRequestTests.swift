import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.timeLimit(.minutes(1))) struct RefundRequestTests {
  @Test func `the sheet says what was bought, and the store has the request`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.bought("nonconsumable.car")

    let status = try await alice.session.beginRefundRequest(for: car)

    #expect(status == .success)
    #expect(alice.sheets.refundSheets.map(\.product) == ["Car"])
    #expect(alice.sheets.refundSheets.map(\.transactionID) == [car])
    #expect(alice.sheets.refundFailures == [nil])
    var history = HistoryReader(of: alice.session)
    _ = await history.nextPage()
    #expect(history.refundRequests == [car: .pending])
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
  fileprivate func bought(_ productID: String) async throws -> UInt64 {
    guard case .success(let transaction) = try await buy(productID).result else {
      throw FixtureError(text: "it was not bought")
    }
    return transaction.unsafePayloadValue.id
  }
}
