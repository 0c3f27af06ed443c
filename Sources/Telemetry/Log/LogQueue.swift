import Dispatch
package import Foundation
import Logging
import Metrics
import Synchronization

/// Writes the lines of a log on a thread of its own, so that a slow reader of the log does not
/// delay customers.
///
/// What is beyond the bound is dropped, counted, and told in the log as soon as it is read again.
package final class LogQueue: Sendable {
  /// Writes bytes, and returns when they are written.
  package typealias Sink = @Sendable (Data) -> Void

  fileprivate struct Waiting {
    var lines = Data()
    var dropped = 0
    var isWriting = false
  }

  private let capacity: Int
  private let dropped: Counter
  private let now: @Sendable () -> Date
  private let sink: Sink
  private let waiting = Mutex(Waiting())
  private let writer = DispatchQueue(label: "skdemo.log")

  /// A queue that keeps at most `capacity` bytes for its writer, and counts in `metrics` the lines
  /// that it drops.
  ///
  /// A log that nobody reads any more is lost, and the store goes on.
  package init(
    capacity: Int = 1 << 20, metrics: PrometheusMetrics,
    now: @escaping @Sendable () -> Date = { Date() },
    sink: @escaping Sink = { try? FileHandle.standardError.write(contentsOf: $0) }
  ) {
    self.capacity = capacity
    self.now = now
    self.sink = sink
    dropped = Counter(label: "skdemo_log_lines_dropped", factory: metrics)
  }

  /// Takes one line with its end; it is written later.
  package func add(_ line: Data) {
    let (isTaken, isFirst) = waiting.withLock { $0.add(line, upTo: capacity) }
    if !isTaken { dropped.increment() }
    if isFirst { writer.async { self.write() } }
  }

  /// Waits until everything that was added has been written, but no longer than so many seconds.
  package func flush(seconds: Double = 2) {
    let written = DispatchSemaphore(value: 0)
    writer.async { written.signal() }
    _ = written.wait(timeout: .now() + seconds)
  }

  private func write() {
    while let (lines, dropped) = waiting.withLock({ $0.take() }) {
      sink(lines)
      if dropped > 0 { sink(notice(of: dropped)) }
    }
  }

  private func notice(of dropped: Int) -> Data {
    LogLine(
      time: now(), level: .warning, message: "lines of the log were dropped",
      fields: ["count": "\(dropped)"]
    ).data
  }
}

extension LogQueue.Waiting {
  /// - Returns: Whether there was room, and whether the writer must be woken.
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

  /// - Returns: What has come since it was last asked; `nil` where nothing has.
  fileprivate mutating func take() -> (lines: Data, dropped: Int)? {
    guard !lines.isEmpty else {
      isWriting = false
      return nil
    }
    defer { (lines, dropped) = (Data(), 0) }
    return (lines, dropped)
  }
}
