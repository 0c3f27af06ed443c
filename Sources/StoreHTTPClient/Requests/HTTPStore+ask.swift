import StoreAPI
import StoreHTTP
import Synchronization

extension HTTPStore {
  /// Sends a request until there is a response, or until another attempt is not worth it.
  ///
  /// `timeout` is for all attempts together; if it is `nil`, the timeout of the settings applies.
  /// `onLoss` is called after each attempt without a response that may have reached the store: a
  /// later refusal may be the effect of that attempt. It throws the store's refusal, and
  /// ``StoreAPI/StoreError/unavailable(reason:)`` after the last attempt or if the task is cancelled.
  func ask<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input, as authorization: Authorization,
    isRepeatable: Bool = true, timeout: Duration? = nil, onLoss: () -> Void = {}
  ) async throws(StoreError) -> Output {
    let request = try request(endpoint, input, as: authorization)
    let timeout = timeout ?? settings.answerTimeout
    if timeout > settings.answerTimeout { try await waitForAnyAnswer() }
    let start = settings.monotonic()
    return try await repeating(isRepeatable: isRepeatable, onLoss: onLoss) {
      let elapsed = settings.monotonic() - start
      return await attempt(request, as: Output.self, within: max(.zero, timeout - elapsed))
    }
  }

  /// Asks for something that any store answers at once, unless the store has just answered.
  ///
  /// So the client gives up sooner on a store that does not answer than on work that takes long.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if there is no response.
  func waitForAnyAnswer() async throws(StoreError) {
    guard !reachability.withLock({ $0.hasAnswered }) else { return }
    do {
      _ = try await ask(AccountEndpoints.root, NoInput(), as: .anyone)
    } catch {
      // If the store is busy, or a proxy refuses this route, the request itself is tried as often as
      // others.
      if reachability.withLock({ $0.hasAnswered }) { return }
      if case .unavailable = error { throw error }
    }
  }

  /// Makes attempts until there is a response, or until another attempt is not worth it.
  ///
  /// Its parameters and errors are those of ``ask(_:_:as:isRepeatable:timeout:onLoss:)``.
  func repeating<Output>(
    isRepeatable: Bool, onLoss: () -> Void = {},
    _ attempt: () async -> ClientResponse.Outcome<Output>
  ) async throws(StoreError) -> Output {
    let start = settings.monotonic()
    let reachability = self.reachability.withLock { $0 }
    if let failure = reachability.refusal(at: start) { throw unavailable(failure) }
    var retries = RetryState(
      backoff: settings.backoff, isRepeatable: isRepeatable,
      wasUnreachable: reachability.wasUnreachable)
    while true {
      switch await attempt() {
      case .answer(let answer): return answer
      case .refused(let error): throw error
      case .failed(let failure):
        if failure.kind == .lost { onLoss() }
        guard await isWorthWaiting(&retries, after: failure, since: start) else {
          throw unavailable(failure)
        }
      }
    }
  }

  /// Waits before the next attempt; `false` if there should be none.
  func isWorthWaiting(
    _ retries: inout RetryState, after failure: RequestFailure, since start: Duration
  ) async -> Bool {
    let pause = retries.pause(
      after: failure, elapsed: settings.monotonic() - start, chance: settings.chance())
    guard !Task.isCancelled, let pause else { return false }
    return (try? await settings.pause(pause)) != nil && !Task.isCancelled
  }

  func unavailable(_ failure: RequestFailure) -> StoreError {
    .unavailable(reason: "\(address): \(Task.isCancelled ? "cancelled" : failure.reason)")
  }

  /// The error for an answer that does not fit what was asked; another attempt would not help.
  func answered(_ answer: String) -> StoreError {
    .unavailable(reason: "\(address): it answered with \(answer)")
  }

  /// The error for a device that knows the store at this address by another root.
  ///
  /// It is short: the screen has to show what the customer owns as well.
  var isAnother: StoreError {
    .unavailable(
      reason: "\(address) is now another store. To use it, first sign out with skdemo sign-out")
  }
}
