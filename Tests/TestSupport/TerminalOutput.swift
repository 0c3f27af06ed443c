import Synchronization

/// The output of a program so far.
///
/// Tests wait for the text that they expect.
final class TerminalOutput: Sendable {
  struct State: Sendable {
    var bytes: [UInt8] = []
    var ending: ProcessEnd?
  }

  private let storage = Mutex(State())
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  var state: State { storage.withLock { $0 } }

  func change(_ body: (inout State) -> Void) {
    storage.withLock { body(&$0) }
    changes.continuation.yield()
  }

  /// Waits until `pick` returns a value.
  ///
  /// Only one task may wait.
  ///
  /// - Throws: ``FixtureError`` with the last output if it does not come in time, see ``Patience``,
  ///   or if the task is cancelled.
  func first<Found>(_ expected: String, _ pick: (State) -> Found?) async throws -> Found {
    let patience = patience()
    defer { patience.end() }
    while true {
      let state = state
      if let found = pick(state) { return found }
      guard patience.lasts, await waitForChange() else {
        let end = String(decoding: state.bytes.suffix(2_000), as: UTF8.self)
        throw FixtureError.timeout(expected, seen: end.debugDescription)
      }
    }
  }

  /// A time limit at whose end ``waitForChange()`` returns.
  func patience() -> Patience {
    Patience { [changes] in changes.continuation.yield() }
  }

  /// Waits for a change since the last wait.
  ///
  /// - Returns: False if the task is cancelled.
  func waitForChange() async -> Bool {
    var changes = changes.stream.makeAsyncIterator()
    return await changes.next() != nil
  }
}

extension FixtureError {
  /// The error of a program that did not show what a test waited for; `seen` is its last output.
  static func timeout(_ expected: String, seen: String) -> FixtureError {
    FixtureError(text: "timed out waiting for \(expected); seen last:\n\(seen)")
  }
}
