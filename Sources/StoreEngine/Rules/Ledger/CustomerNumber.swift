import AppStorePayloads

/// The number of a customer, which a store never uses again.
///
/// A reset gives every account a new number, so transaction IDs are never used again either.
package struct CustomerNumber: RawRepresentable, Codable, Hashable, Sendable {
  package let rawValue: Int64

  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The number of IDs that each customer has for transactions and subscription periods.
  package static let span: UInt64 = 1_000_000_000

  /// The numbers that a customer can have: their IDs fit SQLite's integers.
  package static let all: ClosedRange<Int64> = 1...Int64.max / Int64(span) - 1

  /// A number that no customer has.
  ///
  /// A listener to its changes is notified only of changes that concern all customers, such as those
  /// of the settings.
  package static let nobody = CustomerNumber(rawValue: 0)

  /// Returns customer × 1 000 000 000 + `count`; see ``TransactionNumbers``.
  ///
  /// The customer's number and the count must be in bounds, as ``TransactionNumbers`` says.
  /// Otherwise the result is nobody's ID.
  package func number(_ count: UInt64) -> UInt64 {
    UInt64(clamping: rawValue).clampedProduct(Self.span).clampedSum(count)
  }

  /// Returns the number of a subscription period; see ``TransactionNumbers``.
  package func lineItem(_ count: UInt64) -> UInt64 { number(Self.span / 2 + count) }

  /// The `appTransactionId` of payloads: the customer's number 0, which no transaction has.
  package var appTransactionID: String { String(number(0)) }

  /// Returns the customer that has this ``appTransactionID``; `nil` if no customer can have it.
  init?(appTransactionID: String) {
    guard let number = UInt64(appTransactionID), number % Self.span == 0,
      let rawValue = Int64(exactly: number / Self.span)
    else { return nil }
    self.init(rawValue: rawValue)
  }
}
