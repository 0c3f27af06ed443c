package import Foundation

/// The place of a refunded transaction among a customer's refunds: by the refund's date and then by the
/// last modification.
package struct RefundPlace: Hashable, Sendable {
  package var date: Date
  package var modification: LastModification

  package init(date: Date, modification: LastModification) {
    self.date = date
    self.modification = modification
  }
}

/// A refunded transaction and its place.
package struct RefundedTransaction: Hashable, Sendable {
  package var place: RefundPlace
  package var transaction: LedgerTransaction

  package init(place: RefundPlace, transaction: LedgerTransaction) {
    self.place = place
    self.transaction = transaction
  }
}
