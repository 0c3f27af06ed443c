import Foundation
import Synchronization

/// How long a test waits for something before it reports that it did not come.
///
/// It lasts half a minute, and longer on a busy machine: a second counts for as much of it as a
/// program then gets of a processor, and ends only when the tasks that were waiting have had a turn.
/// So it does not measure speed, and ends only a test that would hang.
package final class Patience: Sendable {
  /// How many seconds of an idle machine the waits last that begin in this task.
  @TaskLocal package static var seconds = ordinary

  /// What it lasts unless a test says otherwise.
  package static let ordinary: Double = 30

  private let isOver: Flag
  private let run: Task<Void, Never>

  /// Begins to wait; `end` is called when it is over.
  package init(whenOver end: @escaping @Sendable () -> Void = {}) {
    let isOver = Flag()
    let seconds = Self.seconds
    self.isOver = isOver
    run = Task.detached {
      // Of one length: pauses for what is left would get shorter and shorter, and never end.
      let pause = min(1, seconds)
      var rest = seconds
      while rest > 0 {
        try? await Task.sleep(for: .seconds(pause))
        await Task.yield()
        guard !Task.isCancelled else { return }
        rest -= pause * ProcessorShare.now
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

/// How much of a processor a program gets.
private enum ProcessorShare {
  /// At most 1, and never so small that a test's time limit would come before the end of its
  /// patience.
  static var now: Double { max(0.125, min(1, Double(Processors.count) / max(1, running))) }

  /// The threads of the machine that run or could run; 1 if the system does not say.
  private static var running: Double {
    let load = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
    let counts = load?.split(separator: " ").dropFirst(3).first
    return counts?.split(separator: "/").first.flatMap { Double($0) } ?? 1
  }
}

/// Something that has happened, or not yet.
private final class Flag: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .relaxed) }

  func set() { state.store(true, ordering: .relaxed) }
}
