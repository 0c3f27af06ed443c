import Foundation

/// Runs blocking calls on a thread of their own.
///
/// Swift's tasks share as many threads as the machine has cores. A call that waits on one of them,
/// for a person, a child process, a lock or a slow reader, can stop the very code that it waits
/// for.
package enum DetachedThread {
  /// Returns what `body` returns; meanwhile the calling task is suspended and holds no thread.
  ///
  /// - Throws: The errors of `body`.
  package static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }.get()
  }
}
