import Synchronization

/// How long a test waits for something before it reports that it did not come.
///
/// It lasts half a minute, and longer if tasks have to wait for their turns: each of its seconds
/// ends only when the tasks that were waiting then have had theirs. So it does not measure speed,
/// and ends only a test that would hang.
package final class Patience: Sendable {
  private static let seconds = 30
  private static let turns = 10

  private let isOver: Flag
  private let run: Task<Void, Never>

  /// Begins to wait; `end` is called when it is over.
  package init(whenOver end: @escaping @Sendable () -> Void = {}) {
    let isOver = Flag()
    self.isOver = isOver
    run = Task.detached {
      for _ in 1...Self.seconds {
        try? await Task.sleep(for: .seconds(1))
        for _ in 1...Self.turns { await Task.yield() }
        guard !Task.isCancelled else { return }
      }
      isOver.set()
      end()
    }
  }

  deinit { run.cancel() }

  package var lasts: Bool { !isOver.isSet }

  /// Ends it without a call.
  package func end() { run.cancel() }
}

/// Something that has happened, or not yet.
private final class Flag: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .relaxed) }

  func set() { state.store(true, ordering: .relaxed) }
}
