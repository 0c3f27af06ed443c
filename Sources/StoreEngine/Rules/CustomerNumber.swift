package import StoreAPI

/// The number of a customer, unique in a store for ever.
///
/// A reset gives every account a new number and no number comes twice, so neither does a
/// transaction ID.
package struct CustomerNumber: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64

  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// How many numbers each customer has for transactions and subscription periods.
  package static let span: UInt64 = 1_000_000_000

  /// The customer's own number `count`: customer × 1 000 000 000 + count.
  ///
  /// It needs no counter across customers, so a store could be spread over machines.
  package func number(_ count: UInt64) -> UInt64 {
    precondition(count < Self.span, "customer \(rawValue) has used up all transaction numbers")
    return UInt64(rawValue) * Self.span + count
  }

  /// The number of the subscription period that transaction `count` charges; never a transaction's.
  package func lineItem(_ count: UInt64) -> UInt64 { number(Self.span / 2 + count) }

  /// What `appTransactionId` says: the customer's number 0, which no transaction has.
  package var appTransactionID: String { String(number(0)) }
}

extension TransactionID {
  /// Which of its customer's numbers this is, counted from 1.
  package var count: UInt64 { rawValue % CustomerNumber.span }
}
