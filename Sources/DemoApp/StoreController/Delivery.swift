import Foundation
import OpenStoreKit

/// Gives the customer what a transaction has paid for, and then finishes it.
///
/// No other code does so, whether the transaction comes from a purchase or from `updates`.
///
/// A transaction that is not verified unlocks nothing and stays unfinished. Fuel is in the tank, on
/// the disk, before the transaction is finished. After a crash in between, the transaction comes
/// again, and the tank does not take it twice.
struct Delivery: Sendable {
  let tank: FuelTank
  let reader: StoreReader

  /// The result of a delivery.
  enum Result: Equatable, Sendable {
    case delivered(ExternalTransaction)
    /// The fuel was in the tank already: another copy of the app was faster.
    case repeated
    case notVerified
    /// Why, as the end of a sentence; the transaction stays unfinished and comes again.
    case failed(String)
  }

  func deliver(_ result: VerificationResult<Transaction>) async -> Result {
    guard case .verified(let transaction) = result, let owned = reader.owned(result) else {
      return .notVerified
    }
    let isNew: Bool
    do {
      isNew = try fill(transaction)
    } catch {
      return .failed(Notice.reason(error))
    }
    await transaction.finish()
    guard isNew else { return .repeated }
    return .delivered(
      ExternalTransaction(
        owned: owned, isRenewal: transaction.reason == .renewal,
        quantity: transaction.purchasedQuantity))
  }

  /// Returns false if the fuel is in the tank already; only fuel is kept there.
  private func fill(_ transaction: Transaction) throws -> Bool {
    guard transaction.productType == .consumable, transaction.revocationDate == nil else {
      return true
    }
    return try tank.credit(
      transaction.productID, quantity: transaction.purchasedQuantity,
      transactionID: transaction.id)
  }
}
