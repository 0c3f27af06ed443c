extension Product.SubscriptionPeriodFormatStyle {
  /// The length of a text: the names of Apple's `Date.ComponentsFormatStyle.Style`.
  public struct Style: Codable, Hashable, Sendable {
    private enum Kind: String, Codable { case wide, abbreviated, condensed, spellOut, narrow }

    private let kind: Kind

    /// `2 months`.
    public static let wide = Style(kind: .wide)
    /// `2 mths`.
    public static let abbreviated = Style(kind: .abbreviated)
    /// `2mths`.
    public static let condensedAbbreviated = Style(kind: .condensed)
    /// `two months`.
    public static let spellOut = Style(kind: .spellOut)
    /// `2m`.
    public static let narrow = Style(kind: .narrow)

    /// Returns the text of a number of units in English; `unit` is a unit's name in lower case.
    func text(_ count: Int, of unit: String, locale: Locale) -> String {
      let number = count.formatted(.number.locale(locale))
      return switch kind {
      case .wide: "\(number) \(plural(unit, count))"
      case .abbreviated: "\(number) \(plural(abbreviation(of: unit), count))"
      case .condensed: "\(number)\(plural(abbreviation(of: unit), count))"
      case .spellOut: "\(spelledOut(count) ?? number) \(plural(unit, count))"
      case .narrow: "\(number)\(unit.prefix(1))"
      }
    }

    private func plural(_ name: String, _ count: Int) -> String { count == 1 ? name : "\(name)s" }

    /// The abbreviations of the Unicode CLDR for English.
    private func abbreviation(of unit: String) -> String {
      switch unit {
      case "week": "wk"
      case "month": "mth"
      case "year": "yr"
      default: unit
      }
    }

    /// Spelled out in English, like the unit's name, regardless of the locale.
    private func spelledOut(_ count: Int) -> String? {
      let formatter = NumberFormatter()
      formatter.numberStyle = .spellOut
      formatter.locale = Locale(identifier: "en_US")
      return formatter.string(from: NSNumber(value: count))
    }
  }
}
