/// Why a stream of updates ended; the log has the name of the case.
package enum StreamEnd: String, Sendable {
  /// The client closed the connection, or its half of it.
  case clientDisconnected
  /// The client did not read in time.
  case clientTooSlow
  /// The client sent another request behind that for the stream.
  case clientSentMore
  /// The store ended the stream: the device was signed out.
  case storeEnded
  case serverEnding
}

/// An event for a connection: the next response is a stream.
///
/// From then on the connection reports, once, why the stream ends.
package struct StreamBegin: Sendable {
  package let ends: AsyncStream<StreamEnd>.Continuation

  package init(ends: AsyncStream<StreamEnd>.Continuation) {
    self.ends = ends
  }
}
