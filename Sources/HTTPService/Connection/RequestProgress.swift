/// The state of one connection's requests and responses.
///
/// 1. There is one response for each request, in the order of the requests.
/// 2. The response to a request that was not read completely is the connection's last: the bytes
///    that follow are the rest of that request.
/// 3. After the last response nothing is read or written.
/// 4. A stream is the connection's last response, and answers the last request: a request after it
///    would never get a response.
package struct RequestProgress: Equatable {
  private var begun = 0
  private var completed = 0
  private var answered = 0
  private var isLast = false
  private var isStreaming = false
  /// Whether the last response was written.
  package private(set) var isOver = false

  package init() {}

  /// A request has begun.
  ///
  /// - Returns: Whether it is allowed: nothing may follow the request for a stream.
  package mutating func begin() -> Bool {
    begun += 1
    return !isStreaming
  }

  /// The next response is a stream.
  ///
  /// - Returns: Whether it may begin: not if another request has followed its own.
  package mutating func beginStream() -> Bool {
    isLast = true
    isStreaming = true
    return begun == answered + 1
  }

  package mutating func complete() { completed += 1 }

  /// Whether the response that begins now is the last: then it has `Connection: close`.
  package mutating func answerIsLast() -> Bool {
    isLast = isLast || completed <= answered
    return isLast
  }

  /// The response was written.
  ///
  /// - Returns: Whether it was the last.
  package mutating func answer() -> Bool {
    answered += 1
    isOver = isLast || completed < answered
    return isOver
  }

  /// Records that the bytes are not a request, which ends the connection.
  ///
  /// - Returns: Whether a refusal can be written: no response has begun, and no earlier request waits
  ///   for one.
  package mutating func refuse() -> Bool {
    isOver = true
    return completed == answered && !isLast
  }
}
