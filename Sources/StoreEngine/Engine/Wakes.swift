import Synchronization

/// When a stream of updates looks again: after a change in storage, or when something is due.
final class Wakes: Sendable {
  let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let forwarding: Task<Void, Never>
  private let alarm = Mutex<Task<Void, any Error>?>(nil)

  init(changes: AsyncStream<Void>) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    self.continuation = continuation
    forwarding = Task {
      for await _ in changes { continuation.yield() }
      continuation.finish()
    }
  }

  /// Sets the alarm, in place of the one that was set before.
  func wake(after duration: Duration?) {
    let next = duration.map { duration in
      Task { [continuation] in
        try await Task.sleep(for: duration)
        continuation.yield()
      }
    }
    alarm.withLock { alarm in
      alarm?.cancel()
      alarm = next
    }
  }

  func stop() {
    wake(after: nil)
    forwarding.cancel()
    continuation.finish()
  }
}
