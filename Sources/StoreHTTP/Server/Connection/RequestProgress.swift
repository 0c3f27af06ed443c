/// How far the requests of one connection have come, and their answers.
///
/// 1. Answers come in the order of the requests, one for each.
/// 2. An answer whose request has not been read whole is the connection's last: what follows in the
///    stream is the rest of that request.
/// 3. After the last answer nothing is read or written.
/// 4. A stream is its connection's last answer, and to no request but the last: what followed would
///    never be answered.
package struct RequestProgress: Equatable {
  private var begun = 0
  private var completed = 0
  private var answered = 0
  private var isLast = false
  private var isStreaming = false
  /// Whether everything that the connection will say has been said.
  package private(set) var isOver = false

  package init() {}

  /// A request has come.
  ///
  /// - Returns: Whether it may: nothing follows the request of a stream.
  package mutating func begin() -> Bool {
    begun += 1
    return !isStreaming
  }

  /// The answer that begins next is a stream.
  ///
  /// - Returns: Whether it may begin: not where another request has come behind its own.
  package mutating func beginStream() -> Bool {
    isLast = true
    isStreaming = true
    return begun == answered + 1
  }

  package mutating func complete() { completed += 1 }

  /// Whether the answer that begins now is the last, and says so.
  package mutating func answerIsLast() -> Bool {
    isLast = isLast || completed <= answered
    return isLast
  }

  /// The answer has been written.
  ///
  /// - Returns: Whether it was the last.
  package mutating func answer() -> Bool {
    answered += 1
    isOver = isLast || completed < answered
    return isOver
  }

  /// The bytes that came are no request: the connection is over.
  ///
  /// - Returns: Whether a refusal can be written, because no answer has begun or is owed to a
  ///   request before.
  package mutating func refuse() -> Bool {
    isOver = true
    return completed == answered && !isLast
  }
}
