import Foundation
import UnixSignals

/// Work that the interrupt key and TERM end at a consistent moment.
enum Interruptible {
  /// Runs `body`, and cancels it at the first signal; the second ends the process at once.
  ///
  /// - Parameters:
  ///   - body: Ends soon after it is cancelled.
  ///   - failure: Returns the error of an interrupted command, after `body` has ended.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body` without a signal, otherwise the result or the error of
  ///   `failure`.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value,
    failure: () async throws -> CommandFailure
  ) async throws -> Value {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let work = Task(operation: body)
    let listener = Task {
      for await _ in signals {
        guard !work.isCancelled else { _exit(CommandFailure.Exit.refused.rawValue) }
        work.cancel()
      }
    }
    defer { listener.cancel() }
    do {
      return try await work.value
    } catch {
      guard work.isCancelled else { throw error }
      throw try await failure()
    }
  }
}
