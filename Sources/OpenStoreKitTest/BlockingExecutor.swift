import Dispatch
import Foundation
import Synchronization

/// A thread that performs asynchronous work for a synchronous caller.
///
/// StoreKitTest's controls are synchronous. If they waited for work on the threads of tasks, they could
/// block all of them; only this work uses this thread.
final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  private init() {
    Thread.detachNewThread { [self] in
      while true { runNext() }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  private func runNext() {
    arrivals.wait()
    let job = jobs.withLock { $0.removeFirst() }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

extension BlockingExecutor {
  /// Returns the result of `body`; the calling thread waits for it.
  static func wait<Value: Sendable>(
    for body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    Task(executorPreference: shared) {
      do {
        outcome.end(.success(try await body()))
      } catch {
        outcome.end(.failure(error))
      }
    }
    return try outcome.wait()
  }
}

/// A result that a thread can wait for.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  func end(_ result: Result<Value, any Error>) {
    self.result.withLock { $0 = result }
    done.signal()
  }

  func wait() throws -> Value {
    done.wait()
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("work that has ended has a result")
    }
    return try result.get()
  }
}
