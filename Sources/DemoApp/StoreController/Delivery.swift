import Foundation
import OpenStoreKit

/// Gives the customer what a transaction has paid for, and then finishes it: the one place that
/// does so, whether the transaction comes from a purchase or from elsewhere.
///
/// What is not verified unlocks nothing and stays unfinished. Fuel is in the tank, on the disk,
/// before the transaction is finished; a crash in between brings the transaction again, and the
/// tank knows it.
struct Delivery: Sendable {
  let tank: FuelTank
  let reader: StoreReader

  /// What came of a transaction.
  enum Result: Equatable, Sendable {
    case delivered(ExternalTransaction)
    /// Fuel that the tank knows already: another copy of the app was faster.
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

  /// False for fuel that is in the tank already; everything else needs no tank.
  private func fill(_ transaction: Transaction) throws -> Bool {
    guard transaction.productType == .consumable, transaction.revocationDate == nil else {
      return true
    }
    return try tank.credit(
      transaction.productID, quantity: transaction.purchasedQuantity,
      transactionID: transaction.id)
  }
}
