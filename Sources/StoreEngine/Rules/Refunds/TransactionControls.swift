import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.Refund: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    let preferred =
      percentage == nil ? try ledger.preferredRefund(of: transactionID, at: now) : percentage
    return try ledger.refund(
      transactionID, reason: reason ?? .other, percentage: preferred, at: now)
  }
}

extension OperatorCommand.DeclineRefund: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.declineRefund(of: transactionID)
  }
}

extension OperatorCommand.ReverseRefund: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.reverseRefund(of: transactionID, at: now)
  }
}

extension OperatorCommand.Delete: LedgerRule {
  /// Source: "deleteTransaction(identifier:)" of StoreKitTest.
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    guard let transaction = ledger.transactions[transactionID] else {
      throw .unknownTransaction(transactionID: transactionID)
    }
    guard transaction.shared == nil else { throw .familyShared(transactionID: transactionID) }
    return [.deleted(transactionID: transactionID)]
  }
}
