import Foundation

/// Whole milliseconds since 1 January 2024, 00:00 UTC, with a calendar that counts days one by one.
///
/// It shares no code with the store's calendar, so that tests can compare the two.
struct NaiveTime: Comparable, Hashable {
  var milliseconds: Int

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  init(seconds: Int) { milliseconds = seconds * 1000 }

  /// Without the fraction of a second.
  var seconds: Int { milliseconds / 1000 }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.milliseconds < rhs.milliseconds }

  static func + (time: Self, seconds: Int) -> Self {
    Self(milliseconds: time.milliseconds + seconds * 1000)
  }

  var date: Date {
    Date(timeIntervalSince1970: TimeInterval(1_704_067_200_000 + milliseconds) / 1000)
  }

  static let day = 86_400

  /// The same time of day `count` months later, on the month's last day if the month is too short.
  func adding(months count: Int) -> Self {
    guard count > 0 else { return self }
    var (year, month, day) = date(ofDay: seconds / Self.day)
    (year, month) = (year + (month - 1 + count) / 12, (month - 1 + count) % 12 + 1)
    day = min(day, Self.length(ofMonth: month, in: year))
    return Self(
      milliseconds: number(ofDay: day, month, year) * Self.day * 1000
        + milliseconds % (Self.day * 1000))
  }

  private func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    var (year, month, rest) = (2024, 1, number)
    while rest >= (Self.isLeap(year) ? 366 : 365) {
      rest -= Self.isLeap(year) ? 366 : 365
      year += 1
    }
    while rest >= Self.length(ofMonth: month, in: year) {
      rest -= Self.length(ofMonth: month, in: year)
      month += 1
    }
    return (year, month, rest + 1)
  }

  private func number(ofDay day: Int, _ month: Int, _ year: Int) -> Int {
    var number = day - 1
    for earlier in 2024..<year { number += Self.isLeap(earlier) ? 366 : 365 }
    for earlier in 1..<month { number += Self.length(ofMonth: earlier, in: year) }
    return number
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Ignores the rule for centuries, because histories end before 2100.
  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 }
}

extension NaiveTime: CustomStringConvertible {
  var description: String { date.formatted(.iso8601) }
}
