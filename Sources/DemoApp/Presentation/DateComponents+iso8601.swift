import Foundation

extension DateComponents {
  /// The calendar duration that `P1Y`, `P6M`, `P2W` or `P1Y6M` says; `nil` for anything else and
  /// for no time at all.
  init?(iso8601 text: String) {
    guard text.first == "P" else { return nil }
    var rest = text.dropFirst()
    // A number before this letter, if one stands here.
    func number(_ letter: Character) -> Int? {
      let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
      guard (1...4).contains(digits.count), rest.dropFirst(digits.count).first == letter
      else { return nil }
      rest = rest.dropFirst(digits.count + 1)
      return Int(digits)
    }
    let (years, months, weeks, days) = (number("Y"), number("M"), number("W"), number("D"))
    guard rest.isEmpty, [years, months, weeks, days].contains(where: { ($0 ?? 0) > 0 })
    else { return nil }
    self.init(
      year: years, month: months,
      day: weeks == nil && days == nil ? nil : (weeks ?? 0) * 7 + (days ?? 0))
  }
}
