import Synchronization

/// When a stream of updates looks again: after a change in storage, or when something is due.
final class Wakes: Sendable {
  /// A longer wait is split, because systems count nanoseconds in 64 bits.
  private static let longestWait: Duration = .seconds(86_400)

  private let stream: AsyncStream<Void>
  private let sleep: StoreEngine.Sleep
  private let continuation: AsyncStream<Void>.Continuation
  private let forwarding: Task<Void, Never>
  private let alarm = Mutex<Task<Void, any Error>?>(nil)

  init(changes: AsyncStream<Void>, sleep: @escaping StoreEngine.Sleep) {
    self.sleep = sleep
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    self.continuation = continuation
    forwarding = Task {
      for await _ in changes { continuation.yield() }
      continuation.finish()
    }
  }

  deinit {
    alarm.withLock { $0 }?.cancel()
    forwarding.cancel()
  }

  /// Waits for a change, which may have come since the last wait, and no longer than `duration`;
  /// `false` once the task is cancelled.
  func next(within duration: Duration?) async -> Bool {
    setAlarm(after: duration)
    defer { setAlarm(after: nil) }
    for await _ in stream { return true }
    return false
  }

  /// Sets the alarm, in place of the one that was set before.
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
