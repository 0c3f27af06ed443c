import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

@Suite struct DeletionTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  private mutating func delete(_ id: TransactionID) throws {
    try shop.perform(.delete(transactionID: id))
  }

  @Test mutating func `a deleted car is not owned, and is bought anew under a new number`() throws {
    let car = try shop.buy("car").transactionID
    let count = shop.draft.changes.count

    try delete(car)

    #expect(shop.transactions.isEmpty && shop.ledger.owned.isEmpty)
    #expect(shop.draft.changes.dropFirst(count).flatMap(\.notifications) == [])
    let again = try shop.buy("car")
    #expect(!again.alreadyOwned && again.transactionID > car)
  }

  @Test mutating func `with its latest period a plan is forgotten`() throws {
    try shop.buy("premium")
    try shop.advance(to: "2026-02-10")

    try delete(try #require(shop.subscription?.transactionID))

    #expect(shop.subscription == nil && shop.periods == ["2026-01-01"])
    try shop.advance(to: "2026-06-01")
    #expect(shop.periods == ["2026-01-01"], "nothing renews")
    let again = try shop.buy("premium").transactionID
    #expect(shop.ledger.current(again).originalID == again)
    #expect(shop.ledger.current(again).period?.offer?.type == .introductory)
  }

  @Test mutating func `an earlier period goes alone, and the plan goes on from its first one`()
    throws
  {
    let first = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-02-10")
    let before = shop.subscription

    try delete(first)
    try shop.advance(to: "2026-03-10")

    #expect(shop.periods == ["2026-02-01", "2026-03-01"])
    #expect(shop.subscription?.originalID == first && before?.originalID == first)
    #expect(shop.transactions.allSatisfy { $0.originalID == first })
  }

  @Test mutating func `what was deleted is unknown`() throws {
    let car = try shop.buy("car").transactionID
    try delete(car)

    #expect(throws: StoreError.unknownTransaction(transactionID: car)) { try delete(car) }
    #expect(throws: StoreError.unknownTransaction(transactionID: car)) { try shop.refund(car) }
    #expect(throws: StoreError.unknownTransaction(transactionID: car)) {
      try shop.ledger.finish(car)
    }
  }

  @Test mutating func `storage deletes the subscription with the transaction`() throws {
    let plan = try shop.buy("pro").transactionID
    shop.draft = LedgerDraft(shop.ledger)

    try delete(plan)

    #expect(shop.draft.difference.deletedTransactions == [plan])
    #expect(shop.draft.difference.deletedSubscriptions == ["navigation"])
    #expect(shop.draft.difference.transactions.isEmpty)
  }
}
