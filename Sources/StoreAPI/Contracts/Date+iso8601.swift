import AppStorePayloads
package import Foundation

extension Date {
  /// Reads an ISO 8601 date in the years 1 to 9999.
  ///
  /// A day means midnight, UTC. A time has seconds, with at most three decimal places, and an
  /// offset from UTC: `Z`, or hours and minutes such as `+02:00`.
  ///
  /// - Returns: `nil` for any other text, and for a day or a time that does not exist.
  package init?(iso8601 text: String) {
    let pattern =
      #/
      ([0-9]{4})-([0-9]{2})-([0-9]{2})
      (?:T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,3}))?(?:Z|([+\-])([0-9]{2}):([0-9]{2})))?
      /#
    guard let parts = text.wholeMatch(of: pattern)?.output else { return nil }
    func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
    let components = DateComponents(
      calendar: .store, year: number(parts.1), month: number(parts.2), day: number(parts.3),
      hour: number(parts.4), minute: number(parts.5), second: number(parts.6))
    let (hours, minutes) = (number(parts.9), number(parts.10))
    guard components.year != 0, components.isValidDate, let date = components.date,
      hours < 24, minutes < 60
    else { return nil }
    let offset = (hours * 60 + minutes) * (parts.8 == "-" ? -60 : 60)
    let fraction = parts.7.flatMap { Double("0.\($0)") } ?? 0
    let milliseconds = Int64((fraction * 1000).rounded())
    self.init(
      payloadMilliseconds: date.millisecondsSince1970 - Int64(offset) * 1000 + milliseconds)
  }

  /// "2026-12-14T23:30:00+09:00"; "2026-12-14T14:30:00Z" in UTC.
  package func isoTime(in timeZone: TimeZone) -> String {
    formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: timeZone))
  }

  /// The accepted forms of a date, for the message about an invalid one.
  package static let iso8601Forms =
    "write a date as 2027-01-31 (midnight UTC), 2027-01-31T12:00:00Z or 2027-01-31T12:00:00+02:00"
}
