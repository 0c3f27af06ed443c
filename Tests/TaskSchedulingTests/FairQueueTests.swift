import TaskScheduling
import TestSupport
import Testing

@Suite(.hangLimit) struct FairQueueTests {
  @Test func `a call that is cancelled while it waits does not run`() async throws {
    let queue = FairQueue<String>(.init(running: 1, runningPerKey: 1, waitingPerKey: 100))
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await queue.run("anna") {
        start.yield()
        for await _ in ends {}
      }
    }
    try await limited("the first call") { for await _ in starts.prefix(1) {} }
    // Each is cancelled at another moment of its beginning.
    for _ in 0..<20 {
      let calls = (0..<100).map { _ in
        let call = Task { try await queue.run("anna") { Issue.record("it runs") } }
        call.cancel()
        return call
      }

      await withTaskCancellationHandler {
        for call in calls {
          await #expect(throws: FairQueue<String>.QueueError.cancelled) { try await call.value }
        }
      } onCancel: {
        // At the time limit: a call that still waits then begins, which fails the test.
        end.finish()
      }
    }
    end.finish()
    try await first.value
    try await queue.run("anna") {}
  }
}

extension FairQueue {
  /// Runs `body`, and throws the refusal if it may not run.
  fileprivate func run(_ key: Key, _ body: () async -> Void) async throws(QueueError) {
    try await run(for: key, refusing: { $0 }) { () throws(QueueError) in await body() }
  }
}
