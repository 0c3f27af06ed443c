/// The attempts of one request, of which at most one is under way.
///
/// An attempt that was cancelled may end later than the next one begins, so each has a number.
struct RequestAttempts: Sendable {
  private var count = 0
  private var current: Int?
  /// The task of the attempt that is under way.
  var task: Task<Void, Never>?

  /// Begins an attempt.
  ///
  /// - Returns: Its number; `nil` if one is under way.
  mutating func begin() -> Int? {
    guard current == nil else { return nil }
    count += 1
    current = count
    return count
  }

  /// Ends an attempt.
  ///
  /// - Returns: Whether it was under way; `false` if it was cancelled.
  mutating func end(_ number: Int) -> Bool {
    guard current == number else { return false }
    (current, task) = (nil, nil)
    return true
  }

  /// Cancels the attempt that is under way.
  ///
  /// - Returns: Its task; `nil` if no attempt is under way.
  mutating func cancel() -> Task<Void, Never>? {
    defer { (current, task) = (nil, nil) }
    return task
  }
}
