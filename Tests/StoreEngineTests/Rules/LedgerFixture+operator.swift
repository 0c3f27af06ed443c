import Foundation
import StoreAPI
import StoreEngine

extension LedgerFixture {
  @discardableResult
  mutating func refund(_ id: TransactionID) throws -> LedgerTransaction {
    draft.settle(until: now, in: market)
    draft.record(try ledger.refund(id, at: now), at: now)
    return ledger.current(id)
  }

  mutating func expire(_ productID: String) throws {
    draft.settle(until: now, in: market)
    draft.record(try ledger.expire(productID, at: now), at: now)
  }

  /// What the customer has paid, less refunds; as text, because a decimal literal is not exact.
  var balance: String {
    "\(transactions.reduce(Decimal(0)) { $0 + $1.price - $1.refunded })"
  }
}
