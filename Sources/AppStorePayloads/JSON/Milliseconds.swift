package import Foundation

extension Date {
  /// The date as in App Store payloads: whole milliseconds since 1970.
  ///
  /// A date that is too early or too late becomes the lowest or the highest number.
  package var millisecondsSince1970: Int64 {
    Int64(clamping: (timeIntervalSince1970 * 1000).rounded())
  }

  /// The dates that payloads, answers, files and databases can have: the years 1 to 9999, in
  /// milliseconds since 1970.
  package static let payloadMilliseconds: ClosedRange<Int64> =
    -62_135_769_600_000...253_402_300_799_999

  /// The date in a payload; `nil` outside the years 1 to 9999, because calendars cannot compute with
  /// such dates.
  package init?(payloadMilliseconds milliseconds: Int64) {
    guard Self.payloadMilliseconds.contains(milliseconds) else { return nil }
    self.init(millisecondsSince1970: milliseconds)
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
  ///
  /// An amount that is too great becomes the highest number; one that is not a number becomes 0.
  package var milliunits: Int64 {
    guard !isNaN else { return 0 }
    guard abs(self) <= Self.highestAmount else { return self < 0 ? .min : .max }
    // Changing the exponent is exact, and costs less than a multiplication.
    var scaled = Decimal(sign: .plus, exponent: 3, significand: self)
    var whole = Decimal()
    NSDecimalRound(&whole, &scaled, 0, .plain)
    return NSDecimalNumber(decimal: whole).int64Value
  }

  private static let highestAmount = Decimal(milliunits: .max)

  /// Creates an amount of `milliunits` thousandths.
  package init(milliunits: Int64) {
    // A division costs much more than a change of the exponent: it computes 38 digits, and removes
    // zeros.
    self = Decimal(sign: .plus, exponent: -3, significand: Decimal(milliunits))
    if milliunits == 0 { self = 0 }
  }
}
