package import AsyncHTTPClient

extension HTTPClient.Configuration {
  /// Closes a connection whose response has an invalid status, because it would end the process.
  package mutating func refuseUnknownStatuses() {
    http1_1ConnectionDebugInitializer = ResponseStatusHandler.add
  }
}
