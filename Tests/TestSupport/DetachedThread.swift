import Foundation

/// Runs calls that block on a thread of their own.
///
/// Swift's tasks share as many threads as the machine has cores. A test that blocks one of them can stop
/// the code for which it waits.
package enum DetachedThread {
  /// Returns what `body` returns, or throws what it throws; the calling task is suspended meanwhile.
  package static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }.get()
  }
}
