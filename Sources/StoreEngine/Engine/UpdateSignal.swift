import Synchronization

/// Wakes a reader of updates after a change in storage, or when something is due.
///
/// If nothing will be due it costs one stream and no task.
final class UpdateSignal: Sendable {
  /// A longer wait is split, because systems count nanoseconds in 64 bits.
  private static let longestWait: Duration = .seconds(86_400)

  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let sleep: StoreEngine.Sleep
  private let alarm = Mutex<Task<Void, any Error>?>(nil)

  /// Begins to listen to the changes that concern a customer.
  init(of customer: CustomerNumber, in ledgers: any LedgerStore, sleep: @escaping StoreEngine.Sleep)
  {
    (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.sleep = sleep
    ledgers.notify(continuation, ofChangesTo: customer)
  }

  deinit {
    alarm.withLock { $0 }?.cancel()
    continuation.finish()
  }

  /// Waits for a change since the last wait, but no longer than `duration`.
  ///
  /// - Returns: `false` if the task is cancelled.
  func next(within duration: Duration?) async -> Bool {
    setAlarm(after: duration)
    defer { setAlarm(after: nil) }
    for await _ in stream { return true }
    return false
  }

  /// Replaces the alarm.
  private func setAlarm(after duration: Duration?) {
    let next = duration.map { duration in
      Task { [continuation, sleep] in
        try await sleep(min(duration, Self.longestWait))
        continuation.yield()
      }
    }
    alarm.withLock { alarm in
      alarm?.cancel()
      alarm = next
    }
  }
}
