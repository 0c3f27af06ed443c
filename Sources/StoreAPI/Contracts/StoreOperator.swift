/// Carries out what the operator of a store commands.
package protocol StoreOperator: Sendable {
  /// Carries out one command.
  ///
  /// - Throws: The faults that the command's case names, and ``StoreFault/unavailable(_:)`` if the
  ///   store cannot be reached.
  func perform(_ command: OperatorCommand) async throws(StoreFault) -> Answer<OperatorResult>
}
