import AppStorePayloads
package import Foundation

/// The time of a store whose clock has jumped, and which waits for its operator.
package struct ClockJump: Codable, Hashable, Sendable {
  /// The time that the store would show by the machine's clock.
  package var date: Date
  /// The number of days since the store was last used; 0 if it is less than one.
  package var days: Int
  /// The date on which the store's certificates expired, if the clock shows a later one.
  ///
  /// Such a jump cannot be accepted, even if the store follows its clock for longer.
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
  /// Returns sentences about the jump of a store that was last used at `last`, and what its
  /// operator can do.
  func sentence(since last: Date, in timeZone: TimeZone) -> String {
    let shown = date.isoTime(in: timeZone)
    if let certificatesEnd {
      return "the store's clock shows \(shown), but its certificates ended on "
        + "\(certificatesEnd.isoTime(in: timeZone)): nothing was changed. The operator must correct the "
        + "clock of the store's machine, or, if the root certificate is valid for longer, renew them "
        + "with skdemo store root renew FILE and restart the server"
    }
    return "the store's clock jumped \(days) days, from \(last.isoTime(in: timeZone)) to \(shown): "
      + "nothing was changed. If that time has passed, the operator must accept it with skdemo store "
      + "clock accept"
  }
}

/// The reasons why the store's time cannot be set back to a date.
package enum ClockError: String, Codable, Hashable, Sendable, CaseIterable {
  /// The date is not before the store's time.
  case notEarlier
  /// Something has happened in the store after the date.
  case eventAfter
  /// The store's certificates are not valid yet on the date.
  case beforeCertificates
}

extension ClockError {
  /// Returns the reason why the time cannot be set to `date`, and what to do; `limit` is the date
  /// that the sentence names.
  func sentence(setting date: Date, limit: Date, in timeZone: TimeZone) -> String {
    // The next whole second, because the advice names a date without fractions.
    let next = Date(timeIntervalSince1970: limit.timeIntervalSince1970.rounded(.up))
    let limit = (self == .notEarlier ? limit : next).isoTime(in: timeZone)
    let date = date.isoTime(in: timeZone)
    return switch self {
    case .notEarlier:
      "the store's time, \(limit), can only be set back, and \(date) is not earlier. Move it forward "
        + "with skdemo store advance --to DATE"
    case .eventAfter:
      "the store's time cannot be set back to \(date): the last event was at \(limit). Choose that "
        + "time or a later one"
    case .beforeCertificates:
      "the store's time cannot be set back to \(date): its certificates are valid from \(limit). "
        + "Choose a later date"
    }
  }
}
