package import Foundation

extension Date {
  /// The date as in App Store payloads: whole milliseconds since 1970.
  package var millisecondsSince1970: Int64 {
    Int64((timeIntervalSince1970 * 1000).rounded())
  }

  /// The date `milliseconds` after the start of 1970, UTC.
  package init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
  }

  /// The nearest date that a payload can have: rounded to whole milliseconds.
  package var wholeMilliseconds: Date {
    Date(millisecondsSince1970: millisecondsSince1970)
  }
}

extension Decimal {
  /// The amount as in payloads, in thousandths: 1.99 is 1990.
  package var milliunits: Int64 {
    var scaled = self * 1000
    var whole = Decimal()
    NSDecimalRound(&whole, &scaled, 0, .plain)
    return NSDecimalNumber(decimal: whole).int64Value
  }

  /// Creates an amount of `milliunits` thousandths.
  package init(milliunits: Int64) {
    self = Decimal(milliunits) / 1000
  }
}
