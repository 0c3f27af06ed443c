package import Foundation
package import StoreAPI

/// A ledger while a decision is made: what has been decided so far, and what that leads to.
package struct LedgerDraft: Sendable {
  package private(set) var ledger: Ledger
  package private(set) var changes: [LedgerChange] = []
  private let original: Ledger

  package init(_ ledger: Ledger) {
    self.ledger = ledger
    original = ledger
  }

  /// What the changes make of the ledger's entries.
  package var difference: LedgerDifference { LedgerDifference(from: original, to: ledger) }

  /// Takes in events that `instance` caused, or the store where it is `nil`.
  package mutating func record(
    _ events: [LedgerEvent], at date: Date, by instance: InstanceID? = nil
  ) {
    for event in events {
      ledger.apply(event)
      changes.append(LedgerChange(event, at: date, by: instance))
    }
  }
}
