import Dispatch
import StoreAPI
import Synchronization

/// Where passwords are worked out: one at a time, whatever comes, on a thread of its own.
///
/// So a flood of sign-ins takes neither the memory nor the threads on which purchases are made.
final class PasswordHashQueue: Sendable {
  /// How many may wait; whoever comes then is told to come later.
  private static let places = 32

  private let queue = DispatchQueue(label: "skdemo.passwords")
  private let waiting = Mutex(0)

  /// What `body` answers, when its turn has come.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` when too many wait already, and
  ///   ``StoreAPI/StoreFault/unavailable(_:)`` when `body` throws.
  func work<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(StoreFault) -> Value {
    guard takePlace() else { throw .tooManyAttempts(retryAfter: 10) }
    defer { leavePlace() }
    do {
      return try await onQueue(body)
    } catch {
      throw .unavailable("the store cannot work out a password: it has too little memory")
    }
  }

  private func onQueue<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }

  private func takePlace() -> Bool {
    waiting.withLock { waiting in
      guard waiting < Self.places else { return false }
      waiting += 1
      return true
    }
  }

  private func leavePlace() {
    waiting.withLock { $0 -= 1 }
  }
}
