import Foundation
import StoreAPI
import TaskScheduling

/// A queue for long computations, such as signing a list: customers take turns, part by part.
///
/// It leaves one processor to requests that need little. Otherwise a few such calls, or the many
/// streams of one customer after an event, would occupy all threads of the process at once.
struct FairWorkQueue: Sendable {
  /// The most elements of a list for which one turn is taken; signing them takes less than a millisecond.
  static let partLength = 8

  /// The maximum number of turns at the same time.
  let running: Int
  private let queue: FairQueue<CustomerNumber>

  init(processors: Int = ProcessInfo.processInfo.activeProcessorCount) {
    running = max(1, processors - 1)
    queue = FairQueue(.init(running: running, runningPerKey: running, waitingPerKey: .max))
  }

  /// Runs `body`, which must be short, in the customer's turn.
  ///
  /// - Throws: The errors of `body`, and ``StoreAPI/StoreError/unavailable(reason:)`` if the task is
  ///   cancelled while waiting.
  func run<Value>(
    of customer: CustomerNumber, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await queue.run(
      for: customer, refusing: { _ in .unavailable(reason: "the call was cancelled") }, body)
  }
}
