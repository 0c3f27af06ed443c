import Synchronization
import TerminalUI

/// The lines of a person and of a program in memory.
package final class RecordedLines: LineDevice {
  private let typed: AsyncStream<String>
  private let type: AsyncStream<String>.Continuation
  private let printed: AsyncStream<Void>
  private let note: AsyncStream<Void>.Continuation
  private let output = Mutex("")

  package init() {
    (typed, type) = AsyncStream.makeStream()
    (printed, note) = AsyncStream.makeStream()
  }

  /// Everything that was printed.
  package var text: String { output.withLock(\.self) }

  /// Types a line.
  package func send(_ line: String) { type.yield(line) }

  /// Ends the input.
  package func end() { type.finish() }

  /// Waits until `wanted` is printed after the first `start` characters.
  ///
  /// - Returns: What was printed from there; without `wanted` if the test was cancelled.
  package func waitFor(_ wanted: String, after start: Int = 0) async -> String {
    var text = text.dropFirst(start)
    for await _ in printed {
      text = self.text.dropFirst(start)
      if text.contains(wanted) { break }
    }
    return String(text)
  }

  package func readLine() async -> String? { await typed.first { _ in true } }

  package func discardTypedText() {}

  package func print(_ lines: [String], prompt: String) {
    output.withLock { $0 += lines.map { $0 + "\n" }.joined() + prompt }
    note.yield()
  }
}
