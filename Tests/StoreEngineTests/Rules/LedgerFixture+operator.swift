import Foundation
import StoreAPI
import StoreEngine

extension LedgerFixture {
  /// Carries out an operator's command about the customer.
  mutating func perform(_ command: OperatorCommand) throws(StoreFault) {
    draft.settle(until: now, in: market)
    draft.record(try events(of: command), at: now)
  }

  private func events(of command: OperatorCommand) throws(StoreFault) -> [LedgerEvent] {
    switch command {
    case .refund(let id): try ledger.refund(id, at: now)
    case .expire(let reference): try ledger.activeSubscription(reference).expire(at: now)
    case .disableAutoRenew(let reference):
      try ledger.activeSubscription(reference).setAutoRenew(false)
    case .enableAutoRenew(let reference):
      try ledger.activeSubscription(reference).setAutoRenew(true)
    case .clock, .setClock, .advance, .transactions, .accounts, .addAccount, .signOut,
      .removeDevice, .reset:
      preconditionFailure("\(command) is not about one customer's ledger")
    }
  }

  @discardableResult
  mutating func refund(_ id: TransactionID) throws -> LedgerTransaction {
    try perform(.refund(transactionID: id))
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

  /// What the customer has paid, less refunds; as text, because a decimal literal is not exact.
  var balance: String { "\(transactions.reduce(-refunded) { $0 + $1.price })" }
}
