import Foundation

extension DateComponents {
  /// The calendar duration that `P1Y`, `P6M`, `P2W` or `P1Y6M` says; `nil` for anything else and
  /// for no time at all.
  init?(iso8601 text: String) {
    let pattern = #/P(?:([0-9]{1,4})Y)?(?:([0-9]{1,4})M)?(?:([0-9]{1,4})W)?(?:([0-9]{1,4})D)?/#
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    func number(_ digits: Substring?) -> Int? { digits.flatMap { Int($0) } }
    let (years, months) = (number(match.1), number(match.2))
    let (weeks, days) = (number(match.3), number(match.4))
    guard [years, months, weeks, days].contains(where: { ($0 ?? 0) > 0 }) else { return nil }
    self.init(
      year: years, month: months,
      day: weeks == nil && days == nil ? nil : (weeks ?? 0) * 7 + (days ?? 0))
  }
}
