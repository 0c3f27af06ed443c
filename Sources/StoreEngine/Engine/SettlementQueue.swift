import StoreAPI
import Synchronization

/// Runs one settlement at a time; the others wait in the order of their calls.
///
/// Other processes write in the pauses of a settlement, so no other settlement may use them. A call
/// that needs only a part of a running settlement continues in that settlement's first pause, because
/// the whole may take minutes.
final class SettlementQueue: Sendable {
  private let waiters = Mutex(SettlementWaiters())

  /// Runs `body` after the calls that were made before.
  ///
  /// - Throws: The errors of `body`, and ``StoreAPI/StoreError/unavailable(reason:)`` if the task is
  ///   cancelled while waiting.
  func run<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    guard await enter(leavesInPause: false) == .entered else { throw Self.cancelled }
    defer { leave() }
    return try await body()
  }

  /// Runs `body` after the calls that were made before, unless they make it unnecessary.
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
      switch await enter(leavesInPause: true) {
      case .cancelled: throw Self.cancelled
      case .paused: continue
      case .entered:
        defer { leave() }
        return try await body()
      }
    }
    return nil
  }

  /// Wakes the waiting calls for which a part of the running settlement may be enough.
  func pause() {
    for continuation in waiters.withLock({ $0.removeThoseLeavingInPause() }) {
      continuation.resume(returning: .paused)
    }
  }

  private static var cancelled: StoreError { .unavailable(reason: "the call was cancelled") }

  private func enter(leavesInPause: Bool) async -> SettlementWaiters.Outcome {
    let id = waiters.withLock { $0.makeID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = SettlementWaiters.Waiter(
          id: id, leavesInPause: leavesInPause, continuation: continuation)
        let outcome = waiters.withLock { $0.enter(waiter, isWanted: !Task.isCancelled) }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      waiters.withLock { $0.remove(id) }?.resume(returning: .cancelled)
    }
  }

  private func leave() {
    waiters.withLock { $0.leave() }?.resume(returning: .entered)
  }
}

/// The calls that wait for a settlement to end.
private struct SettlementWaiters {
  enum Outcome {
    case entered
    /// The task is cancelled.
    case cancelled
    /// The running call pauses.
    case paused
  }

  typealias Continuation = CheckedContinuation<Outcome, Never>

  struct Waiter {
    let id: Int
    let leavesInPause: Bool
    let continuation: Continuation
  }

  private var isRunning = false
  private var lastID = 0
  private var waiting: [Waiter] = []

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// Returns whether a call begins, or `nil` if it waits.
  ///
  /// A task that is cancelled later finds its continuation with ``remove(_:)``.
  mutating func enter(_ waiter: Waiter, isWanted: Bool) -> Outcome? {
    guard isWanted else { return .cancelled }
    guard isRunning else {
      isRunning = true
      return .entered
    }
    waiting.append(waiter)
    return nil
  }

  mutating func remove(_ id: Int) -> Continuation? {
    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0).continuation }
  }

  mutating func removeThoseLeavingInPause() -> [Continuation] {
    defer { waiting.removeAll(where: \.leavesInPause) }
    return waiting.filter(\.leavesInPause).map(\.continuation)
  }

  /// Ends a call; returns the next one, which begins.
  mutating func leave() -> Continuation? {
    isRunning = !waiting.isEmpty
    return waiting.isEmpty ? nil : waiting.removeFirst().continuation
  }
}
