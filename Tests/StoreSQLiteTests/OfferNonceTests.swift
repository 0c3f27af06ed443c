import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSQLite

/// The nonces of signed offers that were used.
@Suite(.hangLimit) struct OfferNonceTests {
  private let storeFile: StoreFile
  private let server = AppServer()

  init() throws { storeFile = try StoreFile() }

  @Test func `a nonce is remembered for as long as its signature could be accepted`() async throws {
    let store = try await storeFile.makeStore()
    let day: TimeInterval = 24 * 3600

    for (nonce, age) in [("first", 0), ("second", day + 300), ("third", day + 301)] {
      try await store.settle(server.order(nonce, at: .fixture + age))
    }

    #expect(try await store.nonces() == ["second", "third"])
    let needs = LedgerNeeds(nonce: OfferNonce(keyID: server.keyID, text: "third"))
    #expect(try await store.ledger(of: .bob, needs: needs).usedNonces.count == 1)
    let others = LedgerNeeds(nonce: OfferNonce(keyID: "OTHER", text: "third"))
    #expect(try await store.ledger(of: .alice, needs: others).usedNonces.isEmpty)
  }

  @Test func `an order and its nonce are stored together or not at all`() async throws {
    let store = try await storeFile.makeStore()
    let first = try server.order("once", at: .fixture)
    let second = try server.order("once", at: .fixture)
    try await store.settle(first)

    await #expect {
      try await store.settle(second)
    } throws: { ($0 as? StoreError)?.code == .unavailable }

    let ledger = try await store.ledger(
      of: .alice, needs: LedgerNeeds(order: second.key))
    #expect(ledger.orders.isEmpty)
    #expect(try await store.nonces() == ["once"])
  }

  @Test func `a reset keeps the nonces`() async throws {
    let store = try await storeFile.makeStore()
    try await store.settle(server.order("once", at: .fixture))

    _ = try await store.reset(at: .fixture) { $0.epoch + 1 }

    #expect(try await store.nonces() == ["once"])
  }
}

extension AppServer {
  fileprivate func order(_ nonce: String, at date: Date) throws -> Order {
    let token = try token(of: "1000000000", allows: true, nonce: nonce, at: date)
    return Order(
      key: OrderKey(UUID()), productID: "subscription.pro",
      offer: .introductoryOfferEligibility(compactJWS: token))
  }
}

extension SQLiteLedgerStore {
  fileprivate func nonces() async throws -> [String] {
    try await database.read { db in
      try String.fetchAll(db, sql: "SELECT nonce FROM offer_nonce ORDER BY signed_date")
    }
  }
}
