import Synchronization

/// Holds its callers until it is opened, and counts them.
package final class Gate: Sendable {
  private let opening = AsyncStream<Never>.makeStream()
  private let callers = Atomic(0)
  private let arrivals = AsyncStream<Void>.makeStream()

  package init() {}

  /// How many it has held.
  package var callerCount: Int { callers.load(ordering: .relaxed) }

  package func open() { opening.continuation.finish() }

  package func pass() async {
    callers.add(1, ordering: .relaxed)
    arrivals.continuation.yield()
    for await _ in opening.stream {}
  }

  /// Waits until it holds a caller; one test waits at a time.
  ///
  /// - Throws: ``FixtureError`` if none comes in time, see ``Patience``.
  package func waitForCaller(file: String = #fileID, line: Int = #line) async throws {
    try await limited("a caller", file: file, line: line) { [arrivals] in
      for await _ in arrivals.stream { return }
    }
  }
}
