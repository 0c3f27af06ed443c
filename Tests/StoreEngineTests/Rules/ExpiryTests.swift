import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The numbers are those of the invariants in Subscription.swift.
@Suite struct ExpiryTests {
  @Test func `5: an expired plan ends now, with renewal off and without a refund`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let id = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-01-10")

    try shop.expire("premium.plus")

    let subscription = try #require(shop.subscription)
    #expect(subscription.expirationDate == shop.now)
    #expect(subscription.expirationIntent == .autoRenewDisabled)
    #expect(!subscription.willAutoRenew && subscription.dueDate == nil)
    #expect(shop.ledger.current(id).period?.expirationDate == shop.now)
    #expect(shop.ledger.current(id).revocation == nil)
    try shop.advance(to: "2027-01-01")
    #expect(shop.periods == ["2026-01-01"])
    #expect(shop.balance == "3.49")
  }

  @Test func `4: a customer who subscribes again begins a new month`() throws {
    var shop = try LedgerFixture("2026-01-31")
    try shop.buy("premium.plus")
    try shop.advance(to: "2026-02-10")
    try shop.expire("premium.plus")
    try shop.advance(to: "2026-02-15")

    try shop.buy("premium.plus")
    try shop.advance(to: "2026-04-01")

    #expect(shop.periods == ["2026-01-31", "2026-02-15", "2026-03-15"])
  }

  @Test func `a period can end at the moment of its purchase`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let id = try shop.buy("pro").transactionID

    try shop.expire("pro")

    let transaction = shop.ledger.current(id)
    #expect(transaction.period?.expirationDate == transaction.purchaseDate)
    #expect(try shop.quote("pro").offer == nil)
    try shop.refund(id)
    #expect(shop.balance == "0")
  }
}
