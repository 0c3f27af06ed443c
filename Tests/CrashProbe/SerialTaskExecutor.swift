import CSwiftJobs
import Dispatch
import Foundation
import Synchronization

/// Lets the tasks of this process run one at a time and in the same order in every run.
///
/// What can run does, first come first served, on one thread. Only when nothing can any more does
/// the next question to the world outside begin, and nothing else begins until it is answered: so
/// it never depends on how long something took which task goes on first.
final class Turns: TaskExecutor {
  static let shared = Turns()

  fileprivate struct State {
    var jobs: [UnownedJob] = []
    var questions: [CheckedContinuation<Void, Never>] = []
    /// Who wait until nothing is left to do.
    var guests: [CheckedContinuation<Void, Never>] = []
    var isAsking = false
  }

  private let state = Mutex(State())
  private let hasChanged = DispatchSemaphore(value: 0)

  /// Takes all tasks from now on.
  func begin() {
    swift_jobs_go_to { Turns.shared.enqueue(unsafeBitCast($0, to: UnownedJob.self)) }
    Thread.detachNewThread {
      while true { if !self.step() { self.hasChanged.wait() } }
    }
  }

  /// Asks the world outside this process's tasks, when it is the turn of that.
  func ask<Value: Sendable, Fault: Error>(
    _ question: () async throws(Fault) -> Value
  ) async throws(Fault) -> Value {
    await withCheckedContinuation { turn in change { $0.questions.append(turn) } }
    defer { change { $0.isAsking = false } }
    return try await question()
  }

  /// Returns when every task has ended or waits for something that no task here will do.
  func rest() async {
    await withCheckedContinuation { guest in change { $0.guests.append(guest) } }
  }

  func enqueue(_ job: UnownedJob) { change { $0.jobs.append(job) } }

  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }
}

extension Turns {
  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    hasChanged.signal()
  }

  /// Whether there was something to do.
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

extension Turns.State {
  fileprivate mutating func nextTurn() -> CheckedContinuation<Void, Never>? {
    guard jobs.isEmpty, !isAsking else { return nil }
    guard questions.isEmpty else {
      isAsking = true
      return questions.removeFirst()
    }
    return guests.isEmpty ? nil : guests.removeFirst()
  }
}
