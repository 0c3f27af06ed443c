package import StoreAPI

/// The store for a holder of its operator key, over HTTP.
package struct HTTPOperator: StoreOperator {
  let store: HTTPStore
  let key: String

  /// A command whose answer was lost is sent again only if it may be repeated.
  package func perform(
    _ command: OperatorCommand
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    try await store.ask(
      OperatorEndpoints.perform, command, as: .token(key), isRepeatable: command.isRepeatable,
      timeout: store.settings.operatorTimeout)
  }
}
