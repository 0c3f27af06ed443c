import CNcurses
import Synchronization

/// Runs jobs on a thread of its own, and sleeps in `poll` while there are none.
///
/// Descriptors that tasks wait for are polled in the same call, so that an idle program
/// costs nothing and a key is read on the thread that draws.
final class PollExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var waits: [Int: Wait] = [:]
    var nextWait = 0
    var thread: UInt64 = 0
  }

  private struct Wait {
    let descriptors: [Int32]
    let end: ContinuousClock.Instant?
    let continuation: CheckedContinuation<WaitEndReason, Never>
  }

  private let state = Mutex(State())
  private let waker = cn_wake_create()

  /// Starts the thread; it lives as long as the process.
  init() {
    let isStarted = cn_thread_start(
      { Unmanaged<PollExecutor>.fromOpaque($0).takeRetainedValue().run() },
      Unmanaged.passRetained(self).toOpaque())
    precondition(isStarted && waker >= 0, "the thread of the screen could not be started")
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    wake()
  }

  /// Ends the sleep of the thread.
  ///
  /// On that thread itself it does nothing, because it is awake.
  private func wake() {
    if state.withLock({ $0.thread }) != cn_thread_current() { cn_wake(waker) }
  }

  func checkIsolated() {
    precondition(
      state.withLock { $0.thread } == cn_thread_current(), "this is not the thread of the screen")
  }

  /// Returns when one of the descriptors can be read or is gone, when `duration` has passed, or when
  /// the task is cancelled.
  ///
  /// It stays on the caller's thread, so no other thread takes part in reading a key.
  func waitUntilReadable(
    _ descriptors: [Int32], atMost duration: Duration?,
    isolation: isolated (any Actor)? = #isolation
  ) async -> WaitEndReason {
    let id = state.withLock { state in
      state.nextWait += 1
      return state.nextWait
    }
    let end = duration.map { ContinuousClock.now + $0 }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wait = Wait(descriptors: descriptors, end: end, continuation: continuation)
        state.withLock { $0.waits[id] = wait }
        if Task.isCancelled { endWait(id, .cancelled) }
        wake()
      }
    } onCancel: {
      endWait(id, .cancelled)
    }
  }

  private func endWait(_ id: Int, _ end: WaitEndReason) {
    state.withLock { $0.waits.removeValue(forKey: id) }?.continuation.resume(returning: end)
  }
}

extension PollExecutor {
  private func run() {
    state.withLock { $0.thread = cn_thread_current() }
    while true {
      runJobs()
      sleep()
    }
  }

  private func runJobs() {
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
      if jobs.isEmpty { return }
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  /// Sleeps until there is a job, a descriptor is ready or a wait is long enough, and ends the
  /// waits whose time is up.
  private func sleep() {
    let waits = state.withLock { $0.waits }
    let polled = waits.flatMap { id, wait in wait.descriptors.map { (id: id, descriptor: $0) } }
    let descriptors = [waker] + polled.map(\.descriptor)
    var ready = Array(repeating: false, count: descriptors.count)
    cn_wait(descriptors, descriptors.count, milliseconds(until: waits.values), &ready)
    if ready[0] { cn_wake_clear(waker) }
    for (wait, isReady) in zip(polled, ready.dropFirst()) where isReady {
      endWait(wait.id, .readable)
    }
    let now = ContinuousClock.now
    for (id, wait) in waits where wait.end.map({ $0 <= now }) == true { endWait(id, .timedOut) }
  }

  /// The time until the first wait is long enough, rounded up; -1 if there is no such wait.
  private func milliseconds(until waits: some Sequence<Wait>) -> Int32 {
    guard let end = waits.compactMap(\.end).min() else { return -1 }
    let left = max(.zero, end - .now) / Duration.milliseconds(1)
    return Int32(clamping: Int(left.rounded(.up)))
  }
}

/// The reason why a wait ended.
enum WaitEndReason: Hashable, Sendable {
  case readable, timedOut, cancelled
}
