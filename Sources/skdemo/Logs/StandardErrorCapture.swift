import Foundation
import Glibc
import StandardStreams
import Synchronization

/// Standard error while the screen is up: it goes to the log, because it would be drawn over the
/// screen.
///
/// The descriptor leads to the file itself, so that what a crash prints is kept too.
final class StandardErrorCapture: Sendable {
  private let log: LogFile
  private let start: Int
  /// The terminal's descriptor, until it is standard error again.
  private let original: Mutex<Int32?>

  /// Begins to capture; `nil` if the log cannot be written, or if standard error is not a terminal and
  /// so is not drawn over the screen.
  init?(_ log: LogFile) {
    guard isatty(STDERR_FILENO) == 1, let descriptor = try? log.open() else { return nil }
    defer { close(descriptor) }
    let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard kept >= 0 else { return nil }
    self.log = log
    start = Int(lseek(descriptor, 0, SEEK_END))
    original = Mutex(kept)
    dup2(descriptor, STDERR_FILENO)
  }

  /// Gives standard error back to the terminal, and prints there what was captured.
  ///
  /// A second call does nothing.
  func end() {
    guard let kept = original.withLock({ $0.take() }) else { return }
    dup2(kept, STDERR_FILENO)
    close(kept)
    StandardStream.error.write(TerminalText(lines: captured))
    log.shorten()
  }

  /// The lines that others have written since the start, but only the latest if there are many; empty if
  /// the log has been shortened.
  private var captured: [String] {
    guard let file = try? FileHandle(forReadingFrom: log.url), let size = try? file.seekToEnd(),
      size > start
    else { return [] }
    let first = max(UInt64(start), size - min(size, UInt64(LogFile.sizeLimit)))
    guard (try? file.seek(toOffset: first)) != nil, let data = try? file.readToEnd() else {
      return []
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
      .map { LogLine(String($0)) }.filter { $0.level == nil }.map(\.description)
  }

  deinit { end() }
}
