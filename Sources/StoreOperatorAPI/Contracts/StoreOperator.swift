package import StoreAPI

/// A store that performs the commands of its operator.
package protocol StoreOperator: Sendable {
  /// Receives the progress of a command; each call reports more than the one before.
  ///
  /// It must return soon.
  typealias ProgressHandler = @Sendable (OperatorProgress) -> Void

  /// Performs a command, and reports its progress if it can take long.
  ///
  /// A caller that is too slow misses some progress, but never the last before the answer. If the
  /// task is cancelled, the command ends at a consistent moment: ``OperatorCommand/Advance``
  /// leaves the clock at a time before which everything due has happened, and after which nothing
  /// has. Another advance begins only after the running one has ended, even if that one was cancelled.
  /// An advance whose connection closes before it begins does not begin.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - progress: Receives the progress. It is not called after this method has returned.
  /// - Returns: The result, and the store's time.
  /// - Throws: The errors of the control, and ``StoreError/unavailable(reason:)``
  ///   if the store cannot be reached or the task is cancelled.
  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult>
}

extension StoreOperator {
  /// Performs a command.
  ///
  /// - Throws: As ``perform(_:progress:)`` does.
  package func perform(
    _ command: OperatorCommand
  ) async throws(StoreError) -> Answer<OperatorResult> {
    try await perform(command, progress: { _ in })
  }
}
