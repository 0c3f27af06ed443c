import AppStorePayloads
package import Foundation

/// An ISO 8601 duration of calendar units and clock units: `P1M`, `P1DT2H`, `PT30S`.
package struct CalendarDuration: Hashable, Sendable {
  /// Years, months, days, hours, minutes and seconds; weeks are counted as seven days.
  package let components: DateComponents

  /// The empty duration: `PT0S`.
  package static let zero = CalendarDuration(components: DateComponents(second: 0))

  private init(components: DateComponents) {
    self.components = components
  }
}

extension CalendarDuration: LosslessStringConvertible {
  /// Reads an ISO 8601 duration with whole numbers and at least one unit; `nil` for anything else.
  package init?(_ description: String) {
    let pattern =
      #/
      P(?:([0-9]{1,6})Y)?(?:([0-9]{1,6})M)?(?:([0-9]{1,6})W)?(?:([0-9]{1,6})D)?
      (T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})S)?)?
      /#
    guard let match = description.wholeMatch(of: pattern) else { return nil }
    let parts = match.output
    guard parts.5 != "T" else { return nil }
    func number(_ digits: Substring?) -> Int? { digits.flatMap { Int($0) } }
    let weeks = number(parts.3).map { $0 * 7 }
    let days = number(parts.4)
    let components = DateComponents(
      year: number(parts.1), month: number(parts.2),
      day: weeks == nil && days == nil ? nil : (weeks ?? 0) + (days ?? 0),
      hour: number(parts.6), minute: number(parts.7), second: number(parts.8))
    guard components != DateComponents() else { return nil }
    self.init(components: components)
  }

  package var description: String {
    func part(_ value: Int?, _ letter: String) -> String { value.map { "\($0)\(letter)" } ?? "" }
    let date =
      part(components.year, "Y") + part(components.month, "M") + part(components.day, "D")
    let time =
      part(components.hour, "H") + part(components.minute, "M") + part(components.second, "S")
    return "P" + date + (time.isEmpty ? "" : "T" + time)
  }
}

extension CalendarDuration {
  /// Returns the date this duration after `date`, in the Gregorian calendar and UTC.
  ///
  /// Returns `nil` after the year 9999, because payloads cannot have such dates.
  package func added(to date: Date) -> Date? {
    guard let end = Calendar.store.date(byAdding: components, to: date),
      end < Date(timeIntervalSince1970: 253_402_300_800)
    else { return nil }
    return end
  }
}

extension CalendarDuration: StringCodable {
  package static func mismatch(_ string: String) -> String {
    "'\(string)' is not a duration: \(forms)"
  }

  /// The accepted forms of a duration, for the message about an invalid one.
  package static let forms =
    "write years, months, weeks and days as in P1Y, P1M, P2W or P1M2D, and hours, minutes and "
    + "seconds after a T, as in PT12H or P1DT30M"
}
