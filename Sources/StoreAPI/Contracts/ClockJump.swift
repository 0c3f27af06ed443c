package import Foundation

/// The time of a store whose clock has jumped, and which waits for its operator.
package struct ClockJump: Codable, Hashable, Sendable {
  /// The time that the store would show by the machine's clock.
  package var date: Date
  /// How many days that is after the store was last used; 0 if it is less than one.
  package var days: Int
  /// When the store's certificates ended, if the date is later: such a jump cannot be accepted, also
  /// if it is longer than a store follows its clock.
  package var certificatesEnd: Date?

  package init(to date: Date, after last: Date, certificatesEnd: Date? = nil) {
    self.init(
      to: date, days: Int(clamping: (date.timeIntervalSince(last) / 86_400).rounded(.down)),
      certificatesEnd: certificatesEnd)
  }

  package init(to date: Date, days: Int, certificatesEnd: Date? = nil) {
    self.date = date
    self.days = days
    self.certificatesEnd = certificatesEnd
  }
}

extension ClockJump {
  /// What has happened to a store that was last used at `last`, and what its operator does.
  func sentence(since last: Date) -> String {
    let shown = date.formatted(.iso8601)
    if let certificatesEnd {
      return "the store's clock shows \(shown), and its certificates ended on "
        + "\(certificatesEnd.formatted(.iso8601)): nothing was changed. Its operator sets its "
        + "machine's clock right, or, if the root's are valid for longer, renews them with skdemo "
        + "store root renew FILE and starts the server again"
    }
    return "the store's clock jumped from \(last.formatted(.iso8601)) to \(shown), \(days) days: "
      + "nothing was changed. If that is right, its operator says so with skdemo store clock accept"
  }
}

/// Why the store's time cannot be set back to a date.
package enum ClockError: String, Codable, Hashable, Sendable, CaseIterable {
  /// The date is not before the store's time.
  case notEarlier
  /// Something has happened in the store after the date.
  case eventAfter
  /// The store's certificates are not valid yet on the date.
  case beforeCertificates
}

extension ClockError {
  /// What stands in the way, and what to do; `limit` is the date that a refusal is about.
  func sentence(_ limit: Date) -> String {
    // The next whole second, because the advice names a date without fractions.
    let next = Date(timeIntervalSince1970: limit.timeIntervalSince1970.rounded(.up))
    let limit = (self == .notEarlier ? limit : next).formatted(.iso8601)
    return switch self {
    case .notEarlier: "it shows \(limit) now. skdemo store advance --to DATE moves it forward"
    case .eventAfter: "something happened until \(limit). Choose that time or a later one"
    case .beforeCertificates: "its certificates are valid from \(limit). Choose a later date"
    }
  }
}
