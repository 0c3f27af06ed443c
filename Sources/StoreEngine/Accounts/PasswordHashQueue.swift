import Dispatch
import StoreAPI
import Synchronization

/// Hashes passwords one at a time, on a thread of its own.
///
/// So many simultaneous sign-ins do not use the memory and the threads that purchases need.
final class PasswordHashQueue: Sendable {
  /// The maximum number of calls that wait or run; a further call is refused.
  private static let capacity = 32

  private let queue = DispatchQueue(label: "skdemo.passwords")
  private let count = Mutex(0)

  /// Runs `body` after all earlier calls, and returns its result.
  ///
  /// - Throws: ``StoreAPI/StoreError/tooManyAttempts(retryAfter:)`` if the queue is full, and
  ///   ``StoreAPI/StoreError/unavailable(reason:)`` if `body` throws.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(StoreError) -> Value {
    guard enter() else { throw .tooManyAttempts(retryAfter: 10) }
    defer { leave() }
    do {
      return try await onQueue(body)
    } catch {
      throw .unavailable(reason: "the store cannot hash the password: it has too little memory")
    }
  }

  private func onQueue<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }

  private func enter() -> Bool {
    count.withLock { count in
      guard count < Self.capacity else { return false }
      count += 1
      return true
    }
  }

  private func leave() {
    count.withLock { $0 -= 1 }
  }
}
