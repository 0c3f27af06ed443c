package import AppStorePayloads
import Foundation

// An earlier copy of a store's files, put back in place of the store (`cp -a`, a snapshot of a
// virtual machine), does not know the later sales, and would give their transaction IDs again. Nothing
// in the files can prove this, because all of them go back together. A device can prove it: it keeps
// a transaction that the store has signed.
//
// Invariants:
//
// 1. Before a device orders, the store has seen the device's newest transaction. Either the store knows
//    it, or the store has begun a new epoch whose numbers are all above it.
// 2. Only data that the store has signed is proof, so no customer can begin an epoch by a false claim.
// 3. A transaction proves it once: it is below the numbers of the epoch that it has begun.

/// A transaction that this store has signed, and perhaps no longer knows.
package struct RollbackEvidence: Hashable, Sendable {
  package let id: TransactionID
  /// The customer for whom it was signed.
  package let customer: CustomerNumber
  let productID: String
  let purchaseDate: Date
}

extension RollbackEvidence {
  /// `nil` if no customer has the payload's `appTransactionId`.
  package init?(_ payload: TransactionPayload) {
    guard let customer = CustomerNumber(appTransactionID: payload.appTransactionId) else {
      return nil
    }
    self.init(
      id: payload.transactionId, customer: customer, productID: payload.productId,
      purchaseDate: payload.purchaseDate)
  }
}

/// The numbers that a store has given.
package struct IssuedNumbers: Sendable {
  /// The newest customer number; no later one was given.
  package let lastCustomer: CustomerNumber
  /// The number of IDs that the evidence's customer was given; `nil` if a reset has removed that customer.
  package let lastCount: UInt64?
  /// The transaction with the evidence's ID; `nil` if no transaction has it.
  package let transaction: LedgerTransaction?
  /// The greatest number of a transaction or a waiting order; `nil` before the first.
  package let highest: TransactionID?

  package init(
    lastCustomer: CustomerNumber, lastCount: UInt64?, transaction: LedgerTransaction?,
    highest: TransactionID?
  ) {
    self.lastCustomer = lastCustomer
    self.lastCount = lastCount
    self.transaction = transaction
    self.highest = highest
  }
}

extension RollbackEvidence {
  /// Returns whether a store that has given these numbers cannot have made this transaction.
  ///
  /// Numbers below those of the present epoch belong to an earlier one. If the store has given a
  /// number and its transaction is gone, the operator deleted the transaction.
  func provesRollback(of numbers: TransactionNumbers, given: IssuedNumbers) -> Bool {
    guard id.rawValue >= numbers.first else { return false }
    guard customer.rawValue <= given.lastCustomer.rawValue else { return true }
    guard let lastCount = given.lastCount else { return false }
    guard id <= numbers.transaction(lastCount, of: customer) else { return true }
    return given.transaction.map { $0.productID != productID || $0.purchaseDate != purchaseDate }
      ?? false
  }
}

extension StoreSettings {
  /// Begins a new epoch, so that every device notices it and no transaction ID is given twice.
  package mutating func beginEpoch(_ numbers: TransactionNumbers, _ randomness: Randomness) {
    // Without the seed: an earlier copy of the store would draw the same epoch again.
    epoch = randomness.epoch(after: epoch, seed: nil)
    self.numbers = numbers
  }
}
