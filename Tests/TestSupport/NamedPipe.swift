import CPty
import Foundation

/// A pipe with a name, through which other processes say that something has happened.
final class NamedPipe: Sendable {
  let path: String
  /// What they have written.
  let output = TerminalOutput()
  /// The pipe's reader ends when this is closed.
  private let stopper: Int32

  /// - Throws: ``TerminalUnstartable`` if it cannot be made.
  init(path: String) throws {
    var ends: [Int32] = [-1, -1]
    guard mkfifo(path, 0o600) == 0, pipe(&ends) == 0 else { throw TerminalUnstartable() }
    self.path = path
    stopper = ends[1]
    // Also open for writing, so that it does not end with one of its writers.
    read(from: open(path, O_RDWR), until: ends[0])
  }

  deinit {
    close(stopper)
    unlink(path)
  }

  private func read(from descriptor: Int32, until stopped: Int32) {
    Thread.detachNewThread { [output] in
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while case let count = cpty_read(descriptor, stopped, &bytes, bytes.count), count > 0 {
        output.change { $0.bytes += bytes.prefix(count) }
      }
      close(descriptor)
      close(stopped)
    }
  }
}
