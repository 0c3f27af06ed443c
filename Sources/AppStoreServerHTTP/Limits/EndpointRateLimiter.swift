import AppStorePayloads
import Foundation
import Synchronization

/// Limits how often each endpoint is called.
///
/// A store is one app, so an endpoint has one limit for all callers, as an app has in Apple's
/// service.
final class EndpointRateLimiter: Sendable {
  /// By the name of the endpoint; empty if nothing is limited.
  private let limiters: Mutex<[String: HourlyRateLimiter]>

  /// Limits the endpoints to `percent` of the limits of production; 0 for no limits.
  init(_ endpoints: Endpoints, percent: Int) {
    let limiters = endpoints.all.map { endpoint in
      let requests = endpoint.rate.requestsPerHour(percent: percent)
      return (endpoint.name, HourlyRateLimiter(requestsPerHour: max(1, requests)))
    }
    self.limiters = Mutex(percent > 0 ? Dictionary(limiters) { first, _ in first } : [:])
  }

  /// Counts a request at this time.
  ///
  /// - Throws: ``RequestError/tooManyRequests(next:)``.
  func count(_ endpoint: Endpoint, at now: Date) throws(RequestError) {
    let next = limiters.withLock { $0[endpoint.name]?.count(at: now.millisecondsSince1970) }
    if let next = next ?? nil { throw .tooManyRequests(next: next) }
  }
}
