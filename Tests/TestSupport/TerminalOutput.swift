import Synchronization

/// What a program has written so far.
///
/// Tests wait for the text that they expect.
final class TerminalOutput: Sendable {
  struct State: Sendable {
    var bytes: [UInt8] = []
    var ending: TerminalSession.Ending?
  }

  private struct Storage {
    var state = State()
    var nextWait = 0
    var waits: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let storage = Mutex(Storage())

  var state: State { storage.withLock { $0.state } }

  func change(_ body: (inout State) -> Void) {
    let waits = storage.withLock { storage in
      body(&storage.state)
      defer { storage.waits = [:] }
      return storage.waits
    }
    for wait in waits.values { wait.resume() }
  }

  /// Waits until `pick` returns a value.
  ///
  /// - Throws: ``TerminalTimeout`` if the task is cancelled, as by the test's time limit.
  func first<Found>(_ expected: String, _ pick: (State) -> Found?) async throws -> Found {
    while true {
      let state = state
      if let found = pick(state) { return found }
      guard !Task.isCancelled else {
        let end = String(decoding: state.bytes.suffix(2_000), as: UTF8.self)
        throw TerminalTimeout(expected: expected, seen: end.debugDescription)
      }
      await waitForChange(from: state)
    }
  }

  /// Waits until there is more than `seen` or the task is cancelled.
  func waitForChange(from seen: State) async {
    let id = storage.withLock { storage in
      storage.nextWait += 1
      return storage.nextWait
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = storage.withLock { storage in
          let hasChanged =
            storage.state.bytes.count != seen.bytes.count
            || storage.state.ending != seen.ending
          if hasChanged || Task.isCancelled { return true }
          storage.waits[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      storage.withLock { $0.waits.removeValue(forKey: id) }?.resume()
    }
  }
}

/// A program has not shown what a test waited for.
package struct TerminalTimeout: Error, CustomStringConvertible {
  package let expected: String
  /// What the program showed last.
  package let seen: String

  package var description: String { "timed out waiting for \(expected); seen last:\n\(seen)" }
}
