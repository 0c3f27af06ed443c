/// Limits how many requests are answered in an hour.
///
/// After an hour without requests, as many can come at once as the limit allows. Each one is regained
/// after an equal part of the hour.
struct HourlyRateLimiter: Sendable {
  /// In milliseconds, as are all times here.
  private static let hour: Int64 = 3_600_000

  /// The time after which one request is regained.
  private let interval: Int64
  /// The time after which all requests are regained.
  private let window: Int64
  /// The time at which all requests will be regained.
  private var restored = Int64.min

  /// - Precondition: `requests` is 1 to 3 600 000.
  init(requestsPerHour requests: Int) {
    interval = Self.hour / Int64(requests)
    window = interval * Int64(requests)
  }

  /// Counts a request at `now`, in milliseconds since 1970.
  ///
  /// If the clock is set back, requests are refused at most for the time that regains one of them,
  /// however far it was set back.
  ///
  /// - Returns: `nil` if the request is allowed; otherwise the time at which the next one will be.
  ///   A refused request does not count.
  mutating func count(at now: Int64) -> Int64? {
    restored = min(max(restored, now), now + window)
    let next = restored + interval
    guard next - now <= window else { return next - window }
    restored = next
    return nil
  }
}
