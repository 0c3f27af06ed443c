import AppStorePayloads
import Foundation

// The purchases that family members share with the customer.
extension Ledger {
  /// Sets a shared plan; its current transaction ends when the plan does.
  mutating func set(_ plan: SharedPlan) {
    sharedPlans[plan.purchaserOriginalID] = plan
    transactions[plan.subscription.transactionID]?.period?.expirationDate =
      plan.subscription.expirationDate
  }

  mutating func add(shared transaction: LedgerTransaction, from source: SharedSource) {
    sharedPurchases[source.transactionID] = transaction.id
  }

  mutating func endSharing(of id: TransactionID, at date: Date, because reason: RevocationReason) {
    transactions[id] = current(id).withdrawn(at: date, because: reason)
    sharedPurchases = sharedPurchases.filter { $0.value != id }
  }

  /// Whether a family member shares a product with the customer now.
  package func isShared(_ productID: String) -> Bool {
    sharedPurchases.values.contains { current($0).productID == productID }
      || sharedPlans.values.map(\.subscription).contains {
        $0.grantsAccess && $0.productID == productID
      }
  }

  /// Removes the message that was applied, the first one.
  mutating func removeFirstMessage() { inbox.removeFirst() }
}

extension LedgerTransaction {
  /// Returns the transaction as it is revoked without a refund.
  ///
  /// Source: `revocationType` in "JWSTransactionDecodedPayload".
  fileprivate func withdrawn(at date: Date, because reason: RevocationReason) -> LedgerTransaction {
    var withdrawn = self
    withdrawn.revocation = Revocation(
      date: max(date, purchaseDate), reason: reason, type: .familyRevoke, percentage: nil)
    return withdrawn
  }
}
