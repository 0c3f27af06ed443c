import CPty
package import Foundation
import Glibc
import Synchronization
import SystemPackage

/// Runs a program on a pseudo-terminal of its own; gives its raw output, its modes and its end.
package final class TerminalSession: Sendable {
  /// All modes of a terminal, for comparison.
  package struct Modes: Hashable, Sendable {
    private var bytes = [UInt8](repeating: 0, count: Int(CPTY_MODES_SIZE))

    fileprivate init(of slave: Int32) { cpty_modes(slave, &bytes) }
  }

  /// The modes before the program was started.
  package let initialModes: Modes
  private let child: ChildProcess
  private let ends: Ends
  private let output = TerminalOutput()

  /// Starts the executable with no other environment than `environment`.
  ///
  /// TERM is `xterm-256color` and the locale is UTF-8 unless `environment` says otherwise.
  ///
  /// - Throws: ``FixtureError`` if no pseudo-terminal can be created; the system's error if the program
  ///   cannot be started.
  package init(
    columns: Int = 80, rows: Int = 24, executable: URL, arguments: [String] = [],
    environment: [String: String] = [:]
  ) async throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    guard cpty_open(Int32(rows), Int32(columns), &master, &slave) == 0 else {
      throw FixtureError(text: "no pseudo-terminal: \(errno)")
    }
    ends = Ends(master: master, slave: slave)
    initialModes = Modes(of: slave)
    // As the leader of a session whose terminal is this one; the process stays the same.
    child = try await ChildProcess(
      URL(filePath: "/usr/bin/setsid"),
      ["--ctty", executable.path(percentEncoded: false)] + arguments,
      environment: ["TERM": "xterm-256color"].merging(environment) { $1 },
      streams: .terminal(slave))
    try readOutput()
  }

  deinit { child.signal(SIGKILL) }

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

  package var modes: Modes { Modes(of: ends.slave) }

  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(ends.master, bytes, bytes.count)
  }

  /// Writes to the program's standard error as the program itself would.
  ///
  /// The text goes to the file that is open as its descriptor 2 now.
  ///
  /// - Throws: ``FixtureError`` if the program has ended.
  package func writeToStandardError(_ text: String) throws {
    let path = "/proc/\(child.id ?? 0)/fd/2"
    let descriptor = open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FixtureError(text: "\(path): error \(errno)") }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw FixtureError(text: "\(path) cannot be written: error \(errno)")
    }
  }

  package func signal(_ number: Int32) { child.signal(number) }

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
  ///
  /// - Throws: ``FixtureError`` with the last output if it does not come in time, see ``Patience``.
  package func waitFor(_ text: String, after start: Int = 0) async throws {
    try await output.first(text) { state in
      String(decoding: state.bytes.dropFirst(start), as: UTF8.self).contains(text) ? () : nil
    }
  }

  /// Waits until the program has ended and `text` contains all its output.
  ///
  /// - Throws: As ``waitFor(_:after:)``.
  package func waitForEnd() async throws -> ProcessEnd {
    try await output.first("the end", \.ending)
  }
}

extension TerminalSession {
  /// Reads on a thread of its own, so that the program never waits for a test.
  private func readOutput() throws {
    let (child, ends, output) = (child, ends, output)
    let ended = try Ended()
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let count = cpty_read(ends.master, ended.descriptor, &bytes, bytes.count),
        count > 0
      {
        output.change { $0.bytes += bytes.prefix(count) }
      }
      // After `hangUp` there is nothing to read, although the program still runs.
      _ = cpty_read(-1, ended.descriptor, &bytes, 0)
      output.change { $0.ending = ended.ending }
    }
    Task.detached { ended.end((try? await child.end()) ?? .exited(-1)) }
  }

  /// How the program has ended, with a descriptor that can be read from then on.
  private final class Ended: Sendable {
    private struct State {
      let writeEnd: FileDescriptor
      var ending: ProcessEnd?
    }

    private let readEnd: FileDescriptor
    private let state: Mutex<State>

    init() throws {
      let ends = try FileDescriptor.pipe()
      readEnd = ends.readEnd
      state = Mutex(State(writeEnd: ends.writeEnd))
    }

    deinit { try? readEnd.close() }

    var descriptor: Int32 { readEnd.rawValue }

    var ending: ProcessEnd? { state.withLock { $0.ending } }

    func end(_ ending: ProcessEnd) {
      state.withLock { state in
        state.ending = ending
        try? state.writeEnd.close()
      }
    }
  }
}
