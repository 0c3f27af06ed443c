import AsyncHTTPClient
import Foundation
import StoreAPI

extension HTTPStore {
  /// Asks until there is an answer, or until it is not worth another try.
  ///
  /// `timeout` is for each try; `nil` stands for the settings'. It throws what the store refused
  /// with, and ``StoreAPI/StoreFault/unavailable(_:)`` when the tries are over or the task is
  /// cancelled.
  func ask<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input, as bearer: Bearer,
    isRepeatable: Bool = true, timeout: Duration? = nil
  ) async throws(StoreFault) -> Output {
    var wasLost = false
    return try await ask(
      endpoint, input, as: bearer, isRepeatable: isRepeatable, timeout: timeout,
      wasLost: &wasLost)
  }

  /// The same; `wasLost` says whether a try that brought no answer may have reached the store, in
  /// which case a refusal may be its own doing.
  func ask<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input, as bearer: Bearer,
    isRepeatable: Bool = true, timeout: Duration? = nil, wasLost: inout Bool
  ) async throws(StoreFault) -> Output {
    let request = try request(endpoint, input, as: bearer)
    let start = settings.monotonic()
    var retries = RetryState(
      settings.backoff, isRepeatable: isRepeatable, wasUnreachable: wasUnreachable)
    while true {
      let meaning = await attempt(
        request, as: Output.self, within: timeout ?? settings.answerTimeout)
      switch meaning {
      case .answer(let answer): return answer
      case .refused(let fault): throw fault
      case .failed(let failure):
        let isWorthIt = await isWorthWaiting(&retries, after: failure, since: start)
        wasLost = retries.wasLost
        guard isWorthIt else { throw unavailable(failure) }
      }
    }
  }

  /// Waits for the next try; `false` when there should be none.
  func isWorthWaiting(
    _ retries: inout RetryState, after failure: Failure, since start: Duration
  ) async -> Bool {
    let pause = retries.pause(
      after: failure, elapsed: settings.monotonic() - start, chance: settings.chance())
    guard !Task.isCancelled, let pause else { return false }
    return (try? await settings.pause(pause)) != nil && !Task.isCancelled
  }

  func unavailable(_ failure: Failure) -> StoreFault {
    .unavailable("\(address): \(Task.isCancelled ? "cancelled" : failure.reason)")
  }

  /// What a device is told that knows the store at this address by another root.
  ///
  /// In few words: what the customer owns has to have room beside them.
  var isAnother: StoreFault {
    .unavailable("\(address) is another store now; to change to it, skdemo sign-out first")
  }
}
