/// The limits of the requests of the App Store Server API.
package struct ServerAPILimits: Sendable, Hashable {
  /// The rate limits, in percent of those of Apple's production environment; 0 for no limits.
  ///
  /// Apple's sandbox has 10 percent. At most 1000.
  package var ratePercent: Int
  /// The maximum number of bytes of a request's body.
  package var bodySize = 64 * 1024

  package init(ratePercent: Int = 10) {
    self.ratePercent = ratePercent
  }
}
