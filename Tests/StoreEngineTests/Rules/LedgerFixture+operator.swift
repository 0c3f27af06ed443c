import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

@testable import StoreEngine

extension Ledger {
  /// Returns the events of a command about a transaction, an order or a subscription.
  func events(
    of command: OperatorCommand, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    guard let control = command.control as? any LedgerRule else {
      preconditionFailure("\(command.name) is about no ledger")
    }
    return try control.events(in: self, at: now, snapshot: snapshot)
  }
}

extension LedgerFixture {
  /// Carries out an operator's command about the customer.
  mutating func perform(_ command: OperatorCommand) throws(StoreError) {
    draft.settle(until: now, in: snapshot)
    draft.record(
      try ledger.events(of: command, at: now, in: snapshot), at: now, in: snapshot)
  }

  @discardableResult
  mutating func refund(
    _ id: TransactionID, reason: RevocationReason? = nil, percentage: Int32? = nil
  ) throws -> LedgerTransaction {
    try perform(.refund(transactionID: id, reason: reason, percentage: percentage))
    return ledger.current(id)
  }

  mutating func expire(_ productID: String) throws {
    try perform(.expire(subscription: .product(productID, account: nil)))
  }

  mutating func enableAutoRenew(_ productID: String) throws {
    try perform(.enableAutoRenew(subscription: .product(productID, account: nil)))
  }

  mutating func disableAutoRenew(_ productID: String) throws {
    try perform(.disableAutoRenew(subscription: .product(productID, account: nil)))
  }

  /// The sum of all refunds.
  var refunded: Decimal { transactions.reduce(0) { $0 + $1.refunded } }

  /// The customer's payments, less refunds; as text, because a decimal literal is not exact.
  var balance: String { "\(transactions.reduce(-refunded) { $0 + $1.price })" }
}
