/// A store that performs the commands of its operator.
package protocol StoreOperator: Sendable {
  /// Performs a command.
  ///
  /// - Throws: The faults in the documentation of the command, and ``StoreFault/unavailable(_:)``
  ///   if the store cannot be reached.
  func perform(_ command: OperatorCommand) async throws(StoreFault) -> Answer<OperatorResult>
}
