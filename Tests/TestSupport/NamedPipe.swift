import CPty
import Foundation

/// A named pipe, in which other processes write when something has happened.
final class NamedPipe: Sendable {
  let path: String
  /// The data that other processes have written.
  let output = TerminalOutput()
  /// Closing it ends the reader of the pipe.
  private let stopper: Int32

  /// - Throws: ``FixtureError`` if it cannot be created.
  init(path: String) throws {
    var ends: [Int32] = [-1, -1]
    guard mkfifo(path, 0o600) == 0, pipe(&ends) == 0 else {
      throw FixtureError(text: "no pipe at \(path)")
    }
    self.path = path
    stopper = ends[1]
    // Open for writing too, so that reading does not end when a writer closes the pipe.
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
