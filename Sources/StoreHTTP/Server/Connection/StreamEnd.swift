/// Why a stream of updates has ended, in the words of the log.
package enum StreamEnd: String, Sendable {
  /// The other end has closed the connection, or its half of it.
  case readerLeft
  /// What was written was not taken in time.
  case readerTooSlow
  /// Something followed the request, which a stream answers for as long as it can.
  case readerSentMore
  /// The store has no more to tell: the device has been signed out.
  case storeEnded
  case serverEnding
}

/// What whoever answers with a stream tells the connection before its head: from now on the
/// connection says why the stream ends, once.
package struct StreamBegin: Sendable {
  package let ends: AsyncStream<StreamEnd>.Continuation

  package init(ends: AsyncStream<StreamEnd>.Continuation) {
    self.ends = ends
  }
}
