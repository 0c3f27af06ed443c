package import NIOCore

extension Channel {
  /// Announces to the connection that the response is a stream, or takes as long as one.
  ///
  /// - Returns: Its end, which the connection reports.
  /// - Throws: `CancellationError` if the client has disconnected.
  package func beginStream() async throws -> StreamEndPromise {
    let ending = StreamEndPromise()
    do {
      try await triggerUserOutboundEvent(StreamBegin(ending)).get()
    } catch {
      throw CancellationError()
    }
    return ending
  }
}
