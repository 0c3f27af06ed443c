import Dispatch
package import Foundation
import Logging
import Metrics
import Synchronization

/// Writes the lines of a log on a thread of its own, so that a slow reader of the log does not
/// delay customers.
///
/// Lines beyond the capacity are dropped, counted, and reported in the log as soon as it is read
/// again.
package final class LogQueue: Sendable {
  fileprivate struct Waiting {
    var lines = Data()
    var dropped = 0
    var isWriting = false
  }

  private let capacity: Int
  private let dropped: Counter
  /// Reports in the log how many lines were dropped.
  private let notices: Logger
  private let sink: JSONLines.Sink
  private let waiting = Mutex(Waiting())
  private let writer = DispatchQueue(label: "skdemo.log")

  /// Creates a queue of at most `capacity` bytes, which counts the dropped lines in `metrics`.
  ///
  /// `sink` returns when the bytes are written, or lost because nothing reads the log.
  package init(
    capacity: Int = 1 << 20, metrics: PrometheusMetrics,
    now: @escaping @Sendable () -> Date = { Date() },
    sink: @escaping JSONLines.Sink
  ) {
    self.capacity = capacity
    self.sink = sink
    notices = Logger(label: "skdemo") { _ in JSONLines(level: .warning, now: now, sink: sink) }
    dropped = Counter(label: "skdemo_log_lines_dropped", factory: metrics)
  }

  /// Adds one line, including its line ending; it is written later.
  package func add(_ line: Data) {
    let (isTaken, isFirst) = waiting.withLock { $0.add(line, upTo: capacity) }
    if !isTaken { dropped.increment() }
    if isFirst { writer.async { self.write() } }
  }

  /// Waits until everything that was added has been written, but no longer than `seconds`.
  package func flush(seconds: Double = 2) async {
    let (written, end) = AsyncStream<Never>.makeStream()
    writer.async { end.finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { end.finish() }
    for await _ in written {}
  }

  private func write() {
    while let (lines, dropped) = waiting.withLock({ $0.take() }) {
      sink(lines)
      guard dropped > 0 else { continue }
      notices.warning("lines of the log were dropped", metadata: ["count": "\(dropped)"])
    }
  }
}

extension LogQueue.Waiting {
  /// - Returns: Whether the line fits, and whether the writer must be woken.
  fileprivate mutating func add(
    _ line: Data, upTo capacity: Int
  ) -> (isTaken: Bool, isFirst: Bool) {
    guard lines.count + line.count <= capacity else {
      dropped += 1
      return (false, false)
    }
    lines += line
    defer { isWriting = true }
    return (true, !isWriting)
  }

  /// - Returns: The lines since the last call; `nil` if there are none.
  fileprivate mutating func take() -> (lines: Data, dropped: Int)? {
    guard !lines.isEmpty else {
      isWriting = false
      return nil
    }
    defer { (lines, dropped) = (Data(), 0) }
    return (lines, dropped)
  }
}
