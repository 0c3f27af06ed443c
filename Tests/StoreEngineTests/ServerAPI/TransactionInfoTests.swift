import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreEngine

/// "Get Transaction Info", "Get App Transaction Info" and "Look Up Order ID".
@Suite(.hangLimit) struct TransactionInfoTests {
  private let shop: ServerShop

  init() async throws { shop = try await ServerShop() }

  @Test(arguments: [
    "consumable.fuel.octane87", "nonconsumable.car", "nonRenewing.standard",
    "subscription.standard",
  ])
  func `the app's server gets the transaction that the device has, bound to no device`(
    product: String
  ) async throws {
    let bought = try await shop.buy(product)[0]

    let info = try await shop.store.transactionInfo(bought.anyID, for: shop.caller)

    let payload: TransactionPayload = try await shop.verified(info.signedTransactionInfo)
    #expect(payload.unsigned == bought.unsigned)
    #expect(payload.signedDate == .fixture)
  }

  @Test func `a transaction is signed again only when it has changed`() async throws {
    let id = try await shop.buy("nonconsumable.car")[0].anyID
    let first = try await shop.store.transactionInfo(id, for: shop.caller)
    try await shop.fixture.advance("P1D")
    let second = try await shop.store.transactionInfo(id, for: shop.caller)

    _ = try await shop.store.refund(id.transactionID)
    let third = try await shop.store.transactionInfo(id, for: shop.caller)

    #expect(second == first)
    let payload: TransactionPayload = try await shop.verified(third.signedTransactionInfo)
    #expect(payload.revocationType == .refundFull)
  }

  @Test func `an unknown ID and another app's ID are not found`() async throws {
    let id = try await shop.buy("nonconsumable.car")[0].anyID
    let other = APICaller(keyID: "2X9R4HXF34", bundleID: "com.example.other")

    for unknown in ["0", "7", "1000000099", "7000000000", "\(UInt64.max)"] {
      let id = try AnyTransactionID(unknown)
      await #expect(throws: APIError.transactionIdNotFound, "\(unknown)") {
        try await shop.store.transactionInfo(id, for: shop.caller)
      }
      await #expect(throws: APIError.transactionIdNotFound, "\(unknown)") {
        try await shop.store.appTransactionInfo(id, for: shop.caller)
      }
    }
    await #expect(throws: APIError.transactionIdNotFound) {
      try await shop.store.transactionInfo(id, for: other)
    }
    await #expect(throws: APIError.transactionIdNotFound) {
      try await shop.store.appTransactionInfo(id, for: other)
    }
  }

  @Test func `the ID of an app transaction names a customer and no transaction`() async throws {
    let bought = try await shop.buy("nonconsumable.car")[0]
    let id = try AnyTransactionID(bought.appTransactionId)

    await #expect(throws: APIError.appTransactionIdNotSupported) {
      try await shop.store.transactionInfo(id, for: shop.caller)
    }
    await #expect(throws: APIError.transactionIdNotFound) {
      try await shop.store.transactionInfo(.ofUnknownApp(), for: shop.caller)
    }
    #expect(try await shop.ids(id.rawValue, .with { _ in }) == [bought.transactionId])
  }

  @Test func `each of a customer's IDs finds the customer's app transaction`() async throws {
    let bought = try await shop.buy("subscription.standard")[0]
    try await shop.fixture.advance("P1M")
    let renewal = try await shop.ids(bought.transactionId, .with { $0.sort = .descending })[0]

    for id in ["\(bought.originalTransactionId)", "\(renewal)", bought.appTransactionId] {
      let info = try await shop.store.appTransactionInfo(AnyTransactionID(id), for: shop.caller)
      let payload: AppTransactionInfoPayload = try await shop.verified(
        info.signedAppTransactionInfo)
      #expect(payload.appTransactionId == bought.appTransactionId)
      #expect(payload.originalApplicationVersion == "1.0")
      #expect(payload.originalPlatform == "macOS")
    }
    #expect(renewal != bought.transactionId)
  }

  @Test func `every purchase and renewal is found by its order ID`() async throws {
    let bought = try await shop.buy("consumable.fuel.octane87", "subscription.standard")
    try await shop.fixture.advance("P2M")
    let ids = try await shop.ids(bought[0].transactionId, .with { _ in })

    for id in ids {
      let answer = try await shop.store.lookUpOrder(
        OrderID(of: id).description, for: shop.caller)
      #expect(answer.status == .valid)
      #expect(try await shop.ids(answer.signedTransactions ?? []) == [id])
    }
    #expect(ids.count == 4)
  }

  @Test func `an order that is unknown, misspelt or another app's is invalid`() async throws {
    let bought = try await shop.buy("nonconsumable.car")[0]
    let order = OrderID(of: bought.transactionId).description
    let unknown = OrderID(of: TransactionID(rawValue: 1_000_000_099)).description

    for text in [unknown, String(order.dropLast()), order.lowercased(), " \(order)", "M", ""] {
      let answer = try await shop.store.lookUpOrder(text, for: shop.caller)
      #expect(answer == OrderLookupResponse(status: .invalid), "\(text)")
    }
    let other = APICaller(keyID: "2X9R4HXF34", bundleID: "com.example.other")
    let answer = try await shop.store.lookUpOrder(order, for: other)
    #expect(answer == OrderLookupResponse(status: .invalid))
  }

  @Test func `a family member's copy has no order, but the purchase has one`() async throws {
    try await shop.fixture.perform(.beginFamily, as: shop.backend)
    try await shop.buy("nonconsumable.racecar", for: "bob")
    let shared = try #require(try await shop.backend.purchases().value.latest.last)
    let copy = try TransactionPayload.decoded(from: shared)

    let answer = try await shop.store.lookUpOrder(
      OrderID(of: copy.transactionId).description, for: shop.caller)

    #expect(copy.inAppOwnershipType == .familyShared)
    #expect(answer.status == .invalid)
    let info = try await shop.store.transactionInfo(copy.anyID, for: shop.caller)
    let payload: TransactionPayload = try await shop.verified(info.signedTransactionInfo)
    #expect(payload.unsigned == copy.unsigned)
  }

  @Test func `a store that cannot be read says that the request can be sent again`() async throws {
    let id = try await shop.buy("nonconsumable.car")[0].anyID
    let outage = Outage()
    let store = try await shop.fixture.another(over: {
      OutageLedgerStore(ledgers: $0, outage: outage)
    })

    outage.begin()

    await #expect(throws: APIError.generalInternalRetryable) {
      try await store.transactionInfo(id, for: shop.caller)
    }
    await #expect(throws: APIError.generalInternalRetryable) {
      try await store.transactionHistory(id, TransactionHistoryRequest(), for: shop.caller)
    }
  }
}

extension TransactionPayload {
  /// The ID with which the server asks for the transaction.
  fileprivate var anyID: AnyTransactionID {
    get throws { try AnyTransactionID("\(transactionId)") }
  }
}

/// Whether a disk fails.
private final class Outage: Sendable {
  private let isOn = Mutex(false)

  func begin() { isOn.withLock { $0 = true } }

  func check() throws(StoreError) {
    guard !isOn.withLock({ $0 }) else { throw .unavailable(reason: "the disk fails") }
  }
}

private struct OutageLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let outage: Outage

  func forward<Value: Sendable>(
    _ call: @autoclosure () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try outage.check()
    return try await call()
  }
}
