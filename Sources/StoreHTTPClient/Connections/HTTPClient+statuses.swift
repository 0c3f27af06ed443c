package import AsyncHTTPClient

extension HTTPClient.Configuration {
  /// Closes a connection whose response has a status that does not exist, which would end the process.
  package mutating func refuseUnknownStatuses() {
    http1_1ConnectionDebugInitializer = ResponseStatusHandler.add
  }
}
