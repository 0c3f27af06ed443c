package import Foundation

/// The time of a store whose clock has jumped, and which waits for its operator.
package struct ClockJump: Codable, Hashable, Sendable {
  /// The time that the store would show by the machine's clock.
  package var date: Date
  /// How many days that is after the store was last used; 0 if it is less than one.
  package var days: Int

  package init(to date: Date, after last: Date) {
    self.date = date
    days = Int((date.timeIntervalSince(last) / 86_400).rounded(.down))
  }

  package init(to date: Date, days: Int) {
    self.date = date
    self.days = days
  }
}

/// Why the store's time cannot be set back to a date.
package enum ClockRefusal: String, Codable, Hashable, Sendable, CaseIterable {
  /// The date is not before the store's time.
  case notEarlier
  /// Something has happened in the store after the date.
  case eventAfter
  /// The store's certificates are not valid yet on the date.
  case beforeCertificates
}

extension ClockRefusal {
  /// What stands in the way, and what to do; `limit` is the date that a refusal is about.
  func sentence(_ limit: Date) -> String {
    let limit = limit.formatted(.iso8601)
    return switch self {
    case .notEarlier: "it shows \(limit) now. skdemo store advance --to DATE moves it forward"
    case .eventAfter: "something happened at \(limit). Choose that time or a later one"
    case .beforeCertificates: "its certificates are valid from \(limit). Choose a later date"
    }
  }
}
