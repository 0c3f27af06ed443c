import Foundation

extension TimeZone {
  /// The time zone of the process: the one that `TZ` names, or else the machine's.
  ///
  /// Foundation knows time zones only by their names. For a rule such as `JST-9`, the result has
  /// the offset from UTC that the C library gives now.
  package static func ofProcess(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> TimeZone {
    guard let variable = environment["TZ"] else { return .current }
    let name = variable.trimmingPrefix(":").trimmingPrefix("/usr/share/zoneinfo/")
    if name.isEmpty { return .gmt }
    return TimeZone(identifier: String(name)) ?? TimeZone(secondsFromGMT: localOffset) ?? .gmt
  }

  /// The present offset from UTC, in seconds.
  private static var localOffset: Int {
    tzset()
    var now = time(nil)
    var local = tm()
    return localtime_r(&now, &local) == nil ? 0 : local.tm_gmtoff
  }
}
