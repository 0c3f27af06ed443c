/// An ISO 8601 period of one calendar unit: `P1M`, `P2W`.
package struct Period: Hashable, Sendable {
  package enum Unit: String, Hashable, Sendable {
    case day = "D"
    case week = "W"
    case month = "M"
    case year = "Y"
  }

  /// At least 1 and at most 10 000.
  package let value: Int
  package let unit: Unit

  /// Creates a period of `value` units; `nil` unless `value` is between 1 and 10 000.
  package init?(_ value: Int, _ unit: Unit) {
    guard (1...10_000).contains(value) else { return nil }
    self.value = value
    self.unit = unit
  }
}

extension Period {
  /// The number of days, for rules without a calendar: a month counts as 30, a year as 360.
  package var days: Int {
    switch unit {
    case .day: value
    case .week: value * 7
    case .month: value * 30
    case .year: value * 360
    }
  }
}

extension Period {
  /// Returns `count` such periods as one, in the same unit: three times `P1M` is `P3M`.
  ///
  /// Returns the period itself if the result is longer than a period can be, or `count` is not
  /// positive.
  package func times(_ count: Int) -> Period {
    let (product, overflows) = value.multipliedReportingOverflow(by: count)
    return overflows ? self : Period(product, unit) ?? self
  }
}

extension Period: CustomStringConvertible, LosslessStringConvertible {
  /// Reads `P`, digits and one of `D`, `W`, `M`, `Y`; `nil` for anything else.
  package init?(_ description: String) {
    guard description.first == "P", let letter = description.last,
      let unit = Unit(rawValue: String(letter))
    else { return nil }
    let digits = description.dropFirst().dropLast()
    // An integer may have a sign, a period has none.
    guard digits.first != "+", let value = Int(digits) else { return nil }
    self.init(value, unit)
  }

  package var description: String { "P\(value)\(unit.rawValue)" }
}

extension Period: StringCodable {
  package static func mismatch(_ string: String) -> String {
    "'\(string)' is not a period: write 1 to 10000 days, weeks, months or years, as in P3D, P1W, "
      + "P1M or P1Y"
  }
}
