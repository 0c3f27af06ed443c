// The benchmarks are linked with Swift's static library, which has no Testing.
#if canImport(Testing)
import Dispatch
package import Foundation
import PrivateFiles
package import Testing

/// Runs tasks on one thread, which stands for the last free one of those that all tasks share.
private final class OneThreadExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "skdemo.tests.one-thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Expects that a function which waits for a lock blocks no thread: another task runs on its thread
/// while another holder has the lock.
///
/// - Throws: The errors of `body`, and `FileError` if the lock cannot be taken.
package func expectFreeThread(
  whileHeld lock: URL, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let held = try FileLock(lock)
  let executor = OneThreadExecutor()
  let (runs, run) = AsyncStream<Void>.makeStream()
  let waiting = Task(executorPreference: executor, operation: body)
  Task(executorPreference: executor) { run.yield() }

  var other = runs.makeLimitedIterator()
  #expect(await other.next() != nil, "its thread waits", sourceLocation: sourceLocation)
  held.release()
  try await waiting.value
}
#endif
