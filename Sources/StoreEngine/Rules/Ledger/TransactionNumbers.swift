package import AppStorePayloads

/// The numbers that a store gives to transactions and to subscription periods.
///
/// No number comes twice, in any customer's ledger and in any copy of the store. No counter is shared
/// by customers, so a store could be spread over several machines.
package struct TransactionNumbers: Hashable, Sendable {
  /// The first number; 0 in a store that was never restored from a backup.
  package let first: UInt64

  package init(first: UInt64) {
    self.first = first
  }

  /// The numbers of a store that was never restored: customer × 1 000 000 000 + count.
  package static let original = TransactionNumbers(first: 0)

  /// The lowest number of a restored store, above all customers of a store that was never restored.
  package static let firstRestored: UInt64 = 1_000_000_000_000_000_000

  /// Returns the ID of the customer's transaction `count`, counted from 1.
  package func transaction(_ count: UInt64, of customer: CustomerNumber) -> TransactionID {
    TransactionID(
      rawValue: first == 0
        ? customer.number(count)
        : first.clampedSum(Self.pair(UInt64(clamping: customer.rawValue), count).clampedProduct(2)))
  }

  /// Returns the number of the subscription period that transaction `count` charges; no transaction
  /// has this number.
  package func lineItem(_ count: UInt64, of customer: CustomerNumber) -> UInt64 {
    first == 0 ? customer.lineItem(count) : transaction(count, of: customer).rawValue.clampedSum(1)
  }

  /// Cantor's pairing function: a number that belongs to this pair only.
  ///
  /// Neither the number of customers nor that of one customer's transactions has a bound of its own, and
  /// few of both take few numbers. For one customer it grows with the count.
  private static func pair(_ customer: UInt64, _ count: UInt64) -> UInt64 {
    let sum = customer.clampedSum(count)
    return (sum.clampedProduct(sum.clampedSum(1)) / 2).clampedSum(count)
  }

  /// Returns whether there are enough numbers for a customer who has `count` transactions and gets as
  /// many more as one command can add.
  package func hasCapacity(after count: UInt64, of customer: CustomerNumber) -> Bool {
    let last = count.clampedSum(Self.room)
    guard CustomerNumber.all.contains(customer.rawValue) else { return false }
    return first == 0
      ? last < CustomerNumber.span / 2 : lineItem(last, of: customer) < Self.end
  }

  /// More than a command gives to one customer.
  private static let room: UInt64 = 1_000_000
}

extension TransactionNumbers {
  /// The numbers below this one fit SQLite's integers.
  private static let end = UInt64(Int64.max)
  /// A restored store has at least this many numbers for itself.
  private static let leastRoom: UInt64 = 1 << 52
  /// The numbers that a restored store may have used although none is left in its backup, because it
  /// was reset: enough for some eight million customers and transactions.
  private static let usedRoom: UInt64 = 1 << 46

  /// Returns the numbers of a store that is restored from a backup: they begin at random, so that they
  /// differ from those of the original store, if it continues, and of any other restored store.
  ///
  /// Each restored store may begin anywhere in the next 4096th of the numbers that are left, about
  /// 2 × 10¹⁵ at first. A thousand customers with a thousand transactions each take 4 × 10⁶.
  ///
  /// - Parameters:
  ///   - last: The highest transaction ID in the backup; `nil` if there is none.
  ///   - former: The numbers of the store that was backed up.
  ///   - generator: The source of randomness.
  /// - Returns: `nil` if too few numbers are left, after tens of thousands of restores, each from a backup
  ///   of the store before.
  package static func restored(
    after last: TransactionID?, of former: TransactionNumbers,
    using generator: inout some RandomNumberGenerator
  ) -> TransactionNumbers? {
    // The last transaction's period may have the next number.
    let unused = former.first == 0 ? 0 : former.first.clampedSum(usedRoom)
    let lowest = max(firstRestored, (last?.rawValue ?? 0).clampedSum(2), unused)
    guard lowest < end, end - lowest >= leastRoom else { return nil }
    let start = UInt64.random(in: 0..<(end - lowest) / 4096, using: &generator)
    return TransactionNumbers(first: lowest + start)
  }
}
