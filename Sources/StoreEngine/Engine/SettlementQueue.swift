import StoreAPI
import TaskScheduling

/// Runs one settlement at a time; those of a kind wait in the order of their calls.
///
/// Other processes write in the pauses of a settlement, so no other settlement may use them. A call
/// that needs only a part of a running settlement continues in that settlement's first pause, because
/// the whole may take minutes. Calls of the two kinds take turns.
struct SettlementQueue: Sendable {
  private enum Need: Hashable {
    case whole, part
  }

  private let queue = FairQueue<Need>(.init(running: 1, runningPerKey: 1, waitingPerKey: .max))

  /// Runs `body` after earlier calls that need the whole.
  ///
  /// - Throws: The errors of `body`, and ``StoreAPI/StoreError/unavailable(reason:)`` if the task is
  ///   cancelled while waiting.
  func run<Value>(_ body: () async throws(StoreError) -> Value) async throws(StoreError) -> Value {
    guard !Task.isCancelled, await queue.enter(.whole) == nil else { throw Self.cancelled }
    defer { queue.leave(.whole) }
    return try await body()
  }

  /// Runs `body` after earlier calls that need a part, unless other calls make it unnecessary.
  ///
  /// - Parameters:
  ///   - isNeeded: Returns whether `body` is needed. It is called now, and in each pause of another
  ///     call.
  ///   - body: The settlement.
  /// - Returns: The result of `body`, or `nil` if it is not needed.
  /// - Throws: The errors of `isNeeded` and `body`, and ``StoreAPI/StoreError/unavailable(reason:)``
  ///   if the task is cancelled while waiting.
  func run<Value>(
    while isNeeded: () async throws(StoreError) -> Bool,
    _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value? {
    while try await isNeeded() {
      guard !Task.isCancelled else { throw Self.cancelled }
      let isCancelled = await queue.enter(.part) != nil
      guard !isCancelled || !Task.isCancelled else { throw Self.cancelled }
      // It was a pause; ask again.
      if isCancelled { continue }
      defer { queue.leave(.part) }
      return try await body()
    }
    return nil
  }

  /// Wakes the waiting calls for which a part of the running settlement may be enough.
  func pause() { queue.cancelWaiting(for: .part) }

  private static var cancelled: StoreError { .unavailable(reason: "the call was cancelled") }
}
