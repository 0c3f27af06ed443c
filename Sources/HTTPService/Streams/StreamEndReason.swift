import Synchronization

/// The reason why a stream ended; the log has the name of the case.
package enum StreamEndReason: String, Sendable {
  /// The client closed the connection, or its half of it.
  case clientDisconnected
  /// The client did not read in time.
  case clientTooSlow
  /// The client sent another request after the stream's request.
  case clientSentMore
  /// The service ended the stream: it has no more events, or an error occurred.
  case storeEnded
  case serverEnding
}

/// An event for a connection: the next response is a stream, or takes as long as one.
///
/// From then on, the connection reports the reason of its end.
package struct StreamBegin: Sendable {
  package let ending: StreamEndPromise

  package init(_ ending: StreamEndPromise) {
    self.ending = ending
  }
}

/// The end of one stream, which its connection reports and its writer waits for.
///
/// The writer is called back instead of waiting: a waiting task costs more memory than the rest of
/// an idle stream.
package final class StreamEndPromise: Sendable {
  private struct State {
    var end: StreamEndReason?
    var handler: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  /// The reason why the stream ends; `nil` until that is reported.
  package var end: StreamEndReason? { state.withLock { $0.end } }

  /// Reports why the stream ends.
  ///
  /// Only the first reason counts.
  package func report(_ end: StreamEndReason) {
    let handler = state.withLock { state in
      guard state.end == nil else { return nil as (@Sendable () -> Void)? }
      state.end = end
      return state.handler.take()
    }
    handler?()
  }

  /// Calls a function when the end is reported, or at once if it has already been reported.
  package func whenReported(_ handler: @escaping @Sendable () -> Void) {
    let isReported = state.withLock { state in
      if state.end == nil { state.handler = handler }
      return state.end != nil
    }
    if isReported { handler() }
  }
}
