import Logging
import StoreAPI
import Synchronization

/// Checks the store periodically and keeps the result in memory.
///
/// So `/ready` answers at once, even while the store is busy, and a request causes no work.
final class ReadinessMonitor: Sendable {
  private let check: @Sendable () async throws(StoreError) -> Void
  private let interval: Duration
  private let logger: Logger
  private let start = ContinuousClock.now
  private let readiness = Mutex(Readiness())

  /// Creates a monitor that reads the time of `store` every `interval`; a store whose clock has
  /// jumped cannot be used until its operator accepts the time.
  init(_ store: ServedStore, every interval: Duration, _ logger: Logger) {
    check = { () throws(StoreError) in
      let time = try await store.time()
      if let jump = time.jump { throw .clockNotAccepted(last: time.now, jump) }
    }
    self.interval = interval
    self.logger = logger
  }

  /// The reason why the store cannot be used; `nil` if it can.
  var error: StoreError? {
    let now = now
    return readiness.withLock { $0.error(at: now) }
  }

  /// Checks until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      await checkOnce()
      try? await Task.sleep(for: interval)
    }
  }

  private func checkOnce() async {
    let now = now
    readiness.withLock { $0.begin(at: now) }
    let error = await outcome()
    guard !Task.isCancelled, readiness.withLock({ $0.end(error) }) else { return }
    if let error {
      logger.error("the store cannot be used", metadata: ["error": "\(error.codeName)"])
    } else {
      logger.notice("the store can be used again")
    }
  }

  private func outcome() async -> StoreError? {
    do {
      try await check()
      return nil
    } catch {
      return error
    }
  }

  private var now: Duration { ContinuousClock.now - start }
}
