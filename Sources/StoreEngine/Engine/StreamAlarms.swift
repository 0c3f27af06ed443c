import Synchronization

/// Wakes streams that wait, each after at most the time that it names.
///
/// All streams that name the same time share one task. With a task of its own, a stream that waits for
/// nothing in particular would need a quarter more memory.
final class StreamAlarms: Sendable {
  /// Removes a stream from its alarm.
  struct Registration: Sendable {
    fileprivate let number: Int
    fileprivate let duration: Duration
  }

  private struct State {
    var lastNumber = 0
    /// The streams of each alarm, by their numbers.
    var streams: [Duration: [Int: AsyncStream<Void>.Continuation]] = [:]
    /// The alarms that are running; one may run with no stream left.
    var tasks: [Duration: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())
  private let sleep: StoreEngine.Sleep

  init(sleep: @escaping StoreEngine.Sleep) { self.sleep = sleep }

  deinit {
    state.withLock { state in
      for task in state.tasks.values { task.cancel() }
    }
  }

  /// Wakes a stream once, within `duration`.
  func add(_ stream: AsyncStream<Void>.Continuation, within duration: Duration) -> Registration {
    state.withLock { state in
      state.lastNumber += 1
      state.streams[duration, default: [:]][state.lastNumber] = stream
      if state.tasks[duration] == nil { state.tasks[duration] = alarm(after: duration) }
      return Registration(number: state.lastNumber, duration: duration)
    }
  }

  func remove(_ registration: Registration) {
    state.withLock { state in
      _ = state.streams[registration.duration]?.removeValue(forKey: registration.number)
    }
  }

  private func alarm(after duration: Duration) -> Task<Void, Never> {
    Task { [weak self, sleep] in
      try? await sleep(duration)
      self?.wake(after: duration)
    }
  }

  private func wake(after duration: Duration) {
    let streams = state.withLock { state in
      state.tasks[duration] = nil
      return state.streams.removeValue(forKey: duration) ?? [:]
    }
    for stream in streams.values { stream.yield() }
  }
}
