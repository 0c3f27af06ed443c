package import Foundation

/// The time of the machine's clock, and the limits within which a store follows it.
package struct MachineTime: Hashable, Sendable {
  /// A date of the years 1 to 9999, which every reader of a date can represent.
  package let date: Date
  package let limits: ClockLimits

  package init(_ date: Date, _ limits: ClockLimits = .none) {
    // Compares numbers instead of dates, because a date that is not a number is not before any
    // other.
    let isLate = date.timeIntervalSince1970 >= Self.first.timeIntervalSince1970
    self.date = isLate ? min(date, Self.last) : Self.first
    self.limits = limits
  }

  /// 0001-01-01 and 9999-12-31, UTC.
  private static let first = Date(timeIntervalSince1970: -62_135_596_800)
  private static let last = Date(timeIntervalSince1970: 253_402_214_400)
}

/// The limits within which a store follows the machine's clock without its operator.
package struct ClockLimits: Hashable, Sendable {
  /// The longest time since the store was last used, in seconds; `nil` for any.
  package var bound: TimeInterval?
  /// The period in which the store's certificates are valid.
  package var validity: Range<Date>

  /// The default bound, in days.
  package static let standardDays = 45

  /// No limits.
  package static let none = ClockLimits(bound: nil, validity: Date.distantPast..<Date.distantFuture)

  /// Whether a store that was last used at `last` may show `date`.
  func allow(_ date: Date, after last: Date) -> Bool {
    date <= last || date < validity.upperBound && isBounded(date, after: last)
  }

  /// Whether `date` is at most the bound after `last`.
  func isBounded(_ date: Date, after last: Date) -> Bool {
    date.timeIntervalSince(last) <= bound ?? .infinity
  }
}
