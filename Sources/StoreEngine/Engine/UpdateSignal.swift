import Synchronization

/// The longest time that a stream waits for an update.
enum StreamWait: Hashable, Sendable {
  /// Until something is due for the customer.
  case due(Duration)
  /// Until the stream reads the machine's clock again, which sends no event; the same for all streams.
  case check(Duration)
}

/// Wakes a reader of updates after a change in storage, or when something is due.
///
/// If nothing is due soon it costs one stream and no task.
final class UpdateSignal: Sendable {
  /// What ends a wait without a change.
  private enum Alarm {
    case own(Task<Void, any Error>)
    case shared(StreamAlarms.Registration)
  }

  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let sleep: StoreEngine.Sleep
  private let alarms: StreamAlarms
  private let alarm = Mutex<Alarm?>(nil)

  /// Begins to listen to the changes that concern a customer; `nil` listens to every change.
  init(of customer: CustomerNumber?, in engine: StoreEngine) {
    (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    sleep = engine.sleep
    alarms = engine.streamAlarms
    engine.ledgers.notify(continuation, ofChangesTo: customer)
  }

  deinit {
    setAlarm(after: nil)
    continuation.finish()
  }

  /// Ends a wait, as if there was a change.
  func wake() { continuation.yield() }

  /// Waits for a change since the last wait, but no longer than `wait`.
  ///
  /// - Returns: `false` if the task is cancelled.
  func next(within wait: StreamWait?) async -> Bool {
    setAlarm(after: wait)
    defer { setAlarm(after: nil) }
    for await _ in stream { return true }
    return false
  }

  /// Replaces the alarm.
  private func setAlarm(after wait: StreamWait?) {
    let next = wait.map(makeAlarm)
    let last = alarm.withLock { alarm in
      defer { alarm = next }
      return alarm
    }
    switch last {
    case .own(let task): task.cancel()
    case .shared(let registration): alarms.remove(registration)
    case nil: break
    }
  }

  private func makeAlarm(after wait: StreamWait) -> Alarm {
    switch wait {
    case .due(let duration):
      .own(
        Task { [continuation, sleep] in
          try await sleep(duration)
          continuation.yield()
        })
    case .check(let duration):
      .shared(alarms.add(continuation, within: duration))
    }
  }
}
