import CPty
package import Foundation

/// Runs a program on a pseudo-terminal of its own; gives its raw output, its modes and its end.
package final class TerminalSession: Sendable {
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// All modes of a terminal, for comparison.
  package struct Modes: Hashable, Sendable {
    fileprivate var bytes = [UInt8](repeating: 0, count: Int(CPTY_MODES_SIZE))
  }

  /// The modes before the program was started.
  package let initialModes: Modes
  private let child: pid_t
  private let ends: Ends
  private let output = TerminalOutput()

  /// Starts the executable with no other environment than `environment`.
  ///
  /// TERM is `xterm-256color` and the locale is UTF-8 unless `environment` says otherwise.
  ///
  /// - Throws: ``FixtureError`` if no pseudo-terminal or process can be created.
  package init(
    columns: Int = 80, rows: Int = 24, executable: URL, arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
      .merging(environment) { $1 }
    let path = executable.path(percentEncoded: false)
    var master: Int32 = -1
    var slave: Int32 = -1
    var modes = Modes()
    child = withCStrings([path] + arguments) { arguments in
      withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        cpty_spawn(
          Int32(rows), Int32(columns), path, arguments, environment, &master, &slave,
          &modes.bytes)
      }
    }
    guard child > 0 else { throw FixtureError(text: "no pseudo-terminal or process") }
    ends = Ends(master: master, slave: slave)
    initialModes = modes
    readOutput()
  }

  deinit {
    if output.state.ending == nil { kill(child, SIGKILL) }
  }

  /// Both ends of the pseudo-terminal, which are closed when this object is released.
  private final class Ends: Sendable {
    let master: Int32
    let slave: Int32

    init(master: Int32, slave: Int32) {
      self.master = master
      self.slave = slave
    }

    deinit {
      close(master)
      close(slave)
    }
  }
}

extension TerminalSession {
  /// Everything written so far, raw.
  package var text: String { String(decoding: output.state.bytes, as: UTF8.self) }

  /// The number of bytes written so far.
  package var count: Int { output.state.bytes.count }

  package var modes: Modes {
    var modes = Modes()
    cpty_modes(ends.slave, &modes.bytes)
    return modes
  }

  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(ends.master, bytes, bytes.count)
  }

  package func signal(_ number: Int32) { kill(child, number) }

  /// Closes the terminal's other end, as when its window is closed or its connection ends.
  ///
  /// The program gets SIGHUP, and no more output of it is read.
  package func hangUp() {
    let nothing = open("/dev/null", O_RDWR)
    dup2(nothing, ends.master)
    close(nothing)
    // The thread that waits for output still has the other end open: this wakes it.
    _ = write(ends.slave, "\n", 1)
  }

  package func resize(columns: Int, rows: Int) {
    cpty_resize(ends.master, Int32(rows), Int32(columns))
  }

  /// Waits until the output after the first `start` bytes contains `text`.
  package func waitFor(_ text: String, after start: Int = 0) async throws {
    try await output.first(text) { state in
      String(decoding: state.bytes.dropFirst(start), as: UTF8.self).contains(text) ? () : nil
    }
  }

  /// Waits until the program has ended and `text` contains all its output.
  package func waitForEnd() async throws -> Ending {
    try await output.first("the end", \.ending)
  }
}

extension TerminalSession {
  /// Reads on a thread of its own, so that the program never waits for a test.
  private func readOutput() {
    let (child, ends, output) = (child, ends, output)
    Thread.detachNewThread {
      let watch = cpty_watch(child)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let count = cpty_read(ends.master, watch, &bytes, bytes.count), count > 0 {
        output.change { $0.bytes += bytes.prefix(count) }
      }
      close(watch)
      var signal: Int32 = 0
      var status: Int32 = 0
      cpty_wait(child, &signal, &status)
      output.change { $0.ending = signal != 0 ? .signalled(signal) : .exited(status) }
    }
  }
}
