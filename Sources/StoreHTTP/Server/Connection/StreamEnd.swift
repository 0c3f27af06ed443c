/// Why a stream of updates ended, as the log names it.
package enum StreamEnd: String, Sendable {
  /// The client closed the connection, or its half of it.
  case readerLeft
  /// The client did not read in time.
  case readerTooSlow
  /// The client sent another request behind that for the stream.
  case readerSentMore
  /// The store ended the stream: the device was signed out.
  case storeEnded
  case serverEnding
}

/// Tells a connection that the next response is a stream.
///
/// From then on the connection reports, once, why the stream ends.
package struct StreamBegin: Sendable {
  package let ends: AsyncStream<StreamEnd>.Continuation

  package init(ends: AsyncStream<StreamEnd>.Continuation) {
    self.ends = ends
  }
}
