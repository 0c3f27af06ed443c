package import Foundation

extension Decimal {
  /// Returns the nearest amount that can be paid in this currency (ISO 4217).
  ///
  /// Halves are rounded away from zero.
  ///
  /// The number of digits is that of ISO 4217: none for currencies such as the yen and the won,
  /// three for the dinars, two for other currencies and for unknown codes.
  package func rounded(to currency: String) -> Decimal {
    var exact = self
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, Self.fractionDigits(of: currency), .plain)
    return rounded
  }

  private static func fractionDigits(of currency: String) -> Int {
    switch currency {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
      "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }
}
