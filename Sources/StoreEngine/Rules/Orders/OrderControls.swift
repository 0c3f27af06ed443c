import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.Approve: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.approve(orderID, at: now, in: snapshot)
  }
}

extension OperatorCommand.Decline: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.decline(orderID)
  }
}

extension OperatorCommand.Resolve: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.resolve(orderID, at: now, in: snapshot)
  }
}
