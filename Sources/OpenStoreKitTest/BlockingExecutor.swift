import Dispatch
import Foundation
import Synchronization

/// The thread on which the store of the tests runs.
///
/// StoreKitTest's controls are synchronous: they block the threads of the tasks that call them,
/// perhaps all of them. So controls, and everything that they may have to wait for, must not use
/// these threads. The app's requests to the store also run here, and so do the tasks that they
/// start (`Task.onCurrentExecutor(_:)`). Timers do not use these threads either; see
/// ``sleep(for:)``.
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
  /// Runs `body` on the thread; the calling task is suspended meanwhile.
  static func run<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(shared, operation: body)
  }

  /// Suspends the task like `Task.sleep(for:)`, which needs one of the shared threads to wake it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  static func sleep(for duration: Duration) async throws {
    let (ends, continuation) = AsyncStream<Never>.makeStream()
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { continuation.finish() }
    timer.schedule(deadline: .now() + duration / .seconds(1))
    timer.activate()
    defer { timer.cancel() }
    for await _ in ends {}
    try Task.checkCancellation()
  }

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
