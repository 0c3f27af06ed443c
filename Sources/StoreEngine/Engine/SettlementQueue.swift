import StoreAPI
import Synchronization

/// Runs one settlement at a time; the others wait in the order of their calls.
///
/// Other processes write in the pauses of a settlement, so no other settlement may use them.
final class SettlementQueue: Sendable {
  private let waiters = Mutex(SettlementWaiters())

  /// Runs `body` after the calls that were made before.
  ///
  /// - Throws: What `body` throws, and ``StoreAPI/StoreFault/unavailable(_:)`` if the task is cancelled
  ///   while it waits.
  func run<Value>(
    _ body: () async throws(StoreFault) -> Value
  ) async throws(StoreFault) -> Value {
    guard await enter() else { throw .unavailable("the call was cancelled") }
    defer { leave() }
    return try await body()
  }

  /// Returns `false` if the task is cancelled.
  private func enter() async -> Bool {
    let id = waiters.withLock { $0.makeID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasEntered = waiters.withLock { $0.enter(id, continuation, !Task.isCancelled) }
        if let hasEntered { continuation.resume(returning: hasEntered) }
      }
    } onCancel: {
      waiters.withLock { $0.remove(id) }?.resume(returning: false)
    }
  }

  private func leave() {
    waiters.withLock { $0.leave() }?.resume(returning: true)
  }
}

/// Who waits for a settlement to end.
private struct SettlementWaiters {
  typealias Continuation = CheckedContinuation<Bool, Never>

  private var isRunning = false
  private var lastID = 0
  private var waiting: [(id: Int, continuation: Continuation)] = []

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// Returns whether a call may begin, or `nil` if it waits.
  ///
  /// A task that is cancelled later finds its continuation with ``remove(_:)``.
  mutating func enter(_ id: Int, _ continuation: Continuation, _ isWanted: Bool) -> Bool? {
    guard isWanted else { return false }
    guard isRunning else {
      isRunning = true
      return true
    }
    waiting.append((id, continuation))
    return nil
  }

  mutating func remove(_ id: Int) -> Continuation? {
    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0).continuation }
  }

  /// Ends a call; returns the next one, which begins.
  mutating func leave() -> Continuation? {
    isRunning = !waiting.isEmpty
    return waiting.isEmpty ? nil : waiting.removeFirst().continuation
  }
}
