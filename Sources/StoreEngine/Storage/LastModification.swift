package import AppStorePayloads

/// The place of a transaction in the order of the last modifications.
///
/// A transaction is modified by an event that changes its signed payload. The event's sequence is
/// greater than all earlier ones, so a modified transaction becomes the last one.
package struct LastModification: Hashable, Sendable {
  /// The sequence of the last event that modified the transaction.
  package var sequence: Int64
  package var id: TransactionID

  package init(sequence: Int64, id: TransactionID) {
    self.sequence = sequence
    self.id = id
  }

  /// Before every transaction.
  package static let first = LastModification(sequence: -1, id: TransactionID(rawValue: 0))

  /// After every transaction that an event until `sequence` has modified.
  package static func last(until sequence: Int64) -> LastModification {
    LastModification(sequence: sequence, id: TransactionID(rawValue: UInt64(Int64.max)))
  }
}

extension LastModification: Comparable {
  package static func < (one: LastModification, other: LastModification) -> Bool {
    (one.sequence, one.id) < (other.sequence, other.id)
  }
}
