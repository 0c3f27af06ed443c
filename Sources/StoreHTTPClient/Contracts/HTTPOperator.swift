package import StoreAPI
import StoreHTTP
package import StoreOperatorAPI

/// The store for a holder of its operator key, over HTTP.
package struct HTTPOperator: StoreOperator {
  let store: HTTPStore
  let key: String

  /// A command whose answer was lost is sent again only if it may be repeated.
  ///
  /// The answer to a command that reports progress has no time limit, but its stream must not be
  /// silent.
  package func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    guard !command.reportsProgress else { return try await follow(command, progress) }
    // Reading the clock is immediate; a command may first have to settle a long time.
    let settings = store.settings
    return try await store.ask(
      OperatorEndpoints.perform, command, as: .token(key), isRepeatable: command.isRepeatable,
      timeout: command == .clock ? settings.answerTimeout : settings.operatorTimeout)
  }

  private func follow(
    _ command: OperatorCommand, _ progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let request = try store.request(OperatorEndpoints.perform, command, as: .token(key))
    if store.settings.operatorTimeout > store.settings.answerTimeout {
      try await store.waitForAnyAnswer()
    }
    return try await store.repeating(isRepeatable: command.isRepeatable) {
      await store.attempt(request) { request in
        try await CommandStreamReader(store: store, progress: progress).answer(to: request)
      }
    }
  }
}
