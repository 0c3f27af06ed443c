import Foundation
import StoreAPI

/// A control whose rule is a function from a customer's ledger to events.
protocol LedgerRule: ControlRule {
  /// Everything that is due until `now` must be settled.
  ///
  /// - Throws: The control's errors; then nothing happens.
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
}
