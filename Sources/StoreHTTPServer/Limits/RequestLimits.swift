import AppStoreServerHTTP

/// The limits of a device, of an account and of a request.
package struct RequestLimits: Sendable, Hashable {
  /// The maximum number of streams of updates of one device.
  package var streamsPerDevice = 16
  /// The maximum number of streams of updates of one account.
  package var streamsPerAccount = 64
  /// The maximum number of customers' requests in progress, except for pages of transactions.
  package var requests = 32
  /// The maximum number of requests of one account that the store works on at once; others wait.
  package var requestsPerAccount = 8
  /// The maximum number of requests of one account that wait; others are refused.
  package var waitingPerAccount = 64
  /// The requests with one token in a second, on average.
  package var rate = 200
  /// The maximum number of requests with one token at once, after a time with fewer than ``rate``.
  package var burst: Int { rate * 10 }
  /// The maximum number of bytes of a request's body.
  package var bodySize = 256 * 1024
  /// The rate limits of the App Store Server API, in percent of those of Apple's production
  /// environment; 0 for no limits.
  package var serverAPIRatePercent = ServerAPILimits().ratePercent
  /// The time between two checks whether the store can be used.
  package var readinessInterval = Duration.seconds(1)

  package init() {}
}
