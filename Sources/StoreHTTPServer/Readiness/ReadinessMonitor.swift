import Logging
import StoreAPI
import Synchronization

/// Checks the store from time to time and keeps what it found in memory.
///
/// So `/ready` answers at once, also while the store is busy, and no request of it does any work.
final class ReadinessMonitor: Sendable {
  private let check: @Sendable () async throws(StoreError) -> Void
  private let interval: Duration
  private let logger: Logger
  private let start = ContinuousClock.now
  private let readiness = Mutex(Readiness())

  /// Checks every `interval` by reading the time of `store`; one whose clock has jumped
  /// cannot be used until its operator agrees.
  init(_ store: ServedStore, every interval: Duration, _ logger: Logger) {
    check = { () throws(StoreError) in
      let time = try await store.time()
      if let jump = time.jump { throw .clockNotAccepted(last: time.now, jump) }
    }
    self.interval = interval
    self.logger = logger
  }

  /// Why the store cannot be used; `nil` if it can.
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
      logger.error("the store cannot be used", metadata: ["reason": "\(error)"])
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
