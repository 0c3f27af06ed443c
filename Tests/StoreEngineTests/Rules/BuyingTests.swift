import AppStorePayloads
import Foundation
import StoreAPI
import Testing

@testable import StoreEngine

@Suite struct BuyingTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-31") }

  @Test mutating func `a car can be bought once`() throws {
    let first = try shop.buy("car")
    let second = try shop.buy("car")

    #expect(!first.alreadyOwned)
    #expect(second == OrderOutcome(transactionID: first.transactionID, alreadyOwned: true))
    #expect(shop.prices == ["9.99"])
    #expect(try shop.quote("car").effect == .alreadyOwned)
    #expect(try shop.quote("car").charge == 0)
  }

  @Test mutating func `each order of fuel is a new transaction, even while one is unfinished`()
    throws
  {
    try shop.buy("fuel")
    try shop.buy("fuel", quantity: 10)

    #expect(shop.prices == ["1.99", "19.9"])
    #expect(shop.transactions.map(\.quantity) == [1, 10])
    #expect(shop.transactions.map(\.id.rawValue) == [1_000_000_001, 1_000_000_002])
  }

  @Test mutating func `a pass can be bought again and again`() throws {
    try shop.buy("pass", quantity: 2)
    try shop.buy("pass")

    #expect(shop.transactions.map(\.type) == [.nonRenewable, .nonRenewable])
    #expect(shop.transactions.allSatisfy { $0.period == nil })
  }

  @Test(arguments: [("fuel", 0), ("fuel", 11), ("pass", -1), ("car", 2), ("pro", 2)])
  mutating func `a quantity out of range is refused`(productID: String, quantity: Int) throws {
    let allowed = quantity == 2 ? 1...1 : 1...10

    #expect(throws: StoreError.invalidQuantity(quantity, allowed: allowed)) {
      try shop.buy(productID, quantity: quantity)
    }
    #expect(shop.ledger == Ledger(customer: CustomerNumber(rawValue: 1)))
  }

  @Test mutating func `a product that is not for sale is refused`() throws {
    #expect(throws: StoreError.unknownProduct(productID: "boat")) { try shop.buy("boat") }
    #expect(throws: StoreError.unknownProduct(productID: "boat")) { try shop.quote("boat") }
  }

  @Test mutating func `an order sent twice is charged once`() throws {
    let key = UUID()

    let first = try shop.buy("fuel", key: key)
    let again = try shop.buy("fuel", key: key)

    #expect(first == again)
    #expect(shop.transactions.count == 1)
  }

  @Test mutating func `another order under the same key is refused`() throws {
    let key = UUID()
    try shop.buy("fuel", key: key)

    #expect(throws: StoreError.orderKeyReused(key: OrderKey(key))) {
      try shop.buy("fuel", quantity: 2, key: key)
    }
  }

  @Test mutating func `an order whose key was closed is refused when it arrives late`() throws {
    let key = UUID()
    shop.draft.record(silent: shop.ledger.settleOrder(OrderKey(key)), at: shop.now)

    #expect(throws: StoreError.orderKeyClosed(key: OrderKey(key))) { try shop.buy("car", key: key) }
    #expect(shop.ledger.outcome(of: OrderKey(key)) == nil)
    #expect(shop.ledger.settleOrder(OrderKey(key)).isEmpty)
  }

  @Test mutating func `the key of a charged order cannot be closed`() throws {
    let key = UUID()
    let outcome = try shop.buy("car", key: key)

    #expect(shop.ledger.settleOrder(OrderKey(key)).isEmpty)
    #expect(shop.ledger.outcome(of: OrderKey(key)) == outcome)
  }

  @Test mutating func `a price that changed after the quote is not charged`() throws {
    let quote = try shop.quote("car")
    shop.snapshot.products["car"]?.price = 12.99
    var newQuote = quote
    newQuote.charge = 12.99

    #expect(throws: StoreError.quoteChanged(quote: newQuote)) { try shop.buy("car", quote: quote) }
    #expect(shop.transactions.isEmpty)
  }

  @Test func `a subscription may begin later than it was quoted`() throws {
    var shop = try LedgerFixture("2026-01-31T10:00:00Z")
    let quote = try shop.quote("pro")
    try shop.advance(to: "2026-01-31T10:05:00Z")

    try shop.buy("pro", quote: quote)

    #expect(shop.transactions.count == 1)
  }

  @Test
  mutating func
    `finishing twice has no effect, and finishing another customer's transaction is refused`()
    throws
  {
    let id = try shop.buy("fuel").transactionID
    shop.draft.record(silent: try shop.ledger.finish(id), at: shop.now)
    let other = TransactionID(rawValue: 2_000_000_001)

    #expect(shop.ledger.current(id).isFinished)
    #expect(try shop.ledger.finish(id).isEmpty)
    #expect(throws: StoreError.unknownTransaction(transactionID: other)) {
      try shop.ledger.finish(other)
    }
  }

  @Test mutating func `storage writes only the finish of a transaction that is finished`() throws {
    let fuel = try shop.buy("fuel").transactionID
    shop.draft = LedgerDraft(shop.ledger)

    shop.draft.record(silent: try shop.ledger.finish(fuel), at: shop.now)
    let finished = shop.draft.difference
    try shop.refund(fuel)
    let refunded = shop.draft.difference

    #expect(finished.finishedTransactions == [fuel])
    #expect(finished.transactions.isEmpty)
    #expect(refunded.finishedTransactions.isEmpty)
    #expect(refunded.transactions.map(\.id) == [fuel])
  }

  @Test mutating func `prices are charged in whole yen`() throws {
    shop.snapshot.products["fuel"]?.currency = "JPY"
    shop.snapshot.products["fuel"]?.price = 149.6

    #expect(try shop.quote("fuel", quantity: 3).charge == 450)
  }
}
