import CSwiftJobs
import Dispatch
import Foundation
import Synchronization

/// Runs the tasks of this process one at a time and in the same order in every run.
///
/// All jobs run on one thread, first in, first out. The next call out of the process begins only
/// when no job is left, and no further call begins until it has returned. So the order of jobs
/// does not depend on how long a call takes.
final class SerialTaskExecutor: TaskExecutor {
  static let shared = SerialTaskExecutor()

  fileprivate struct State {
    var jobs: [UnownedJob] = []
    var calls: [CheckedContinuation<Void, Never>] = []
    /// Waiting until no job and no call is left.
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    var isCalling = false
  }

  private let state = Mutex(State())
  private let hasChanged = DispatchSemaphore(value: 0)

  /// Runs all tasks of the process from now on.
  ///
  /// - Parameter drainsMainQueue: Whether what a job has put on the main queue, such as a call of the
  ///   observers of payments, is done before the next job.
  func start(drainingMainQueue drainsMainQueue: Bool) {
    swift_jobs_go_to { SerialTaskExecutor.shared.enqueue(unsafeBitCast($0, to: UnownedJob.self)) }
    Thread.detachNewThread {
      while true {
        guard self.step() else {
          self.hasChanged.wait()
          continue
        }
        if drainsMainQueue { DispatchQueue.main.sync {} }
      }
    }
  }

  /// Makes a call out of this process's tasks when its turn has come.
  func callOutside<Value: Sendable, Fault: Error>(
    _ call: () async throws(Fault) -> Value
  ) async throws(Fault) -> Value {
    await withCheckedContinuation { turn in change { $0.calls.append(turn) } }
    defer { change { $0.isCalling = false } }
    return try await call()
  }

  /// Returns when every task has ended or waits for an event from outside the process.
  func waitUntilIdle() async {
    await withCheckedContinuation { waiter in change { $0.idleWaiters.append(waiter) } }
  }

  func enqueue(_ job: UnownedJob) { change { $0.jobs.append(job) } }

  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }
}

extension SerialTaskExecutor {
  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    hasChanged.signal()
  }

  /// Runs one job or begins one call.
  ///
  /// - Returns: Whether there was one.
  private func step() -> Bool {
    if let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
      return true
    }
    let turn = state.withLock { $0.nextTurn() }
    turn?.resume()
    return turn != nil
  }
}

extension SerialTaskExecutor.State {
  fileprivate mutating func nextTurn() -> CheckedContinuation<Void, Never>? {
    guard jobs.isEmpty, !isCalling else { return nil }
    guard calls.isEmpty else {
      isCalling = true
      return calls.removeFirst()
    }
    return idleWaiters.isEmpty ? nil : idleWaiters.removeFirst()
  }
}
