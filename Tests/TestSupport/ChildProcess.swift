package import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A program that runs while the test goes on: a server, or a run that is paused or killed.
///
/// For a program that runs to its end, use ``CommandRun``. These two start every child process of the
/// tests and benchmarks. A child inherits no descriptors but its standard streams, ignores and blocks no
/// signals, and has no other environment than the one it is given. Nothing here blocks a thread.
///
/// ```swift
/// let server = try await ChildProcess(
///   BuiltExecutable.url("skdemo"), ["serve", "--port", "0"], environment: ["SKDEMO_DATA": path])
/// for await line in server.lines { … }
/// server.signal(SIGTERM)
/// #expect(try await server.end() == .exited(0))
/// ```
///
/// The child is killed when this object is released.
package final class ChildProcess: Sendable {
  /// The standard streams of a child.
  package enum Streams: Sendable {
    /// It reads nothing and its output can be read as lines.
    case lines(withErrors: Bool = false)
    /// As `lines(withErrors: true)`, but reading waits until ``ChildProcess/closeInput()``.
    case linesWithHeldInput
    /// All three are this descriptor, which stays open in the caller: a terminal.
    case terminal(Int32)
  }

  /// The lines that the child has written, without their ends, until it closes its output.
  ///
  /// Each line is read once. Empty for a child on a terminal.
  package let lines: AsyncStream<String>
  private let name: String
  private let run: Task<ProcessEnd, any Error>
  private let child: RunningChild
  private let input: HeldInput?

  /// Starts the executable with no other environment than `environment`, PATH, the UTF-8 locale and the time zone UTC.
  ///
  /// - Throws: If the program cannot be started.
  package init(
    _ executable: URL, _ arguments: [String] = [], environment: [String: String] = [:],
    streams: Streams = .lines()
  ) async throws {
    let launch = Launch(
      configuration: Configuration(executable, arguments, environment), child: RunningChild())
    let lines = AsyncStream<String>.makeStream()
    let input: HeldInput? =
      if case .linesWithHeldInput = streams { try HeldInput() } else { nil }
    let readEnd = input?.readEnd
    run = try await launch.start {
      defer { lines.continuation.finish() }
      return try await launch.run(streams, readEnd, lines.continuation)
    }
    (self.lines, self.child, self.input) = (lines.stream, launch.child, input)
    name = executable.name(with: arguments)
  }

  deinit { child.send(.kill) }
}

extension ChildProcess {
  /// Sends a signal, unless the child has ended.
  package func signal(_ number: Int32) { child.send(Signal(rawValue: number)) }

  /// Lets a child that was started with ``Streams/linesWithHeldInput`` read the end of its input.
  package func closeInput() { input?.close() }

  /// The ID of the process; `nil` when it has ended.
  package var id: Int32? { child.id?.value }

  /// The next line, or `nil` when the child has closed its output.
  ///
  /// - Throws: ``FixtureError`` if no line comes in time, see ``Patience``; the child is then
  ///   killed.
  package func nextLine() async throws -> String? {
    try await limited("write a line") {
      var lines = lines.makeAsyncIterator()
      return await lines.next()
    }
  }

  /// Waits until the child has ended.
  ///
  /// If the waiting task is cancelled, the child is killed.
  ///
  /// - Throws: ``FixtureError`` if it does not end in time, see ``Patience``; it is then killed. An
  ///   error of the system while it reads the output.
  package func end() async throws -> ProcessEnd {
    try await limited("end") {
      try await withTaskCancellationHandler {
        try await run.value
      } onCancel: {
        child.send(.kill)
      }
    }
  }

  private func limited<Value>(
    _ expected: String, _ body: () async throws -> Value
  ) async throws -> Value {
    let patience = Patience { [child] in child.send(.kill) }
    defer { patience.end() }
    let value = try await body()
    guard patience.lasts else { throw FixtureError(text: "\(name) did not \(expected)") }
    return value
  }
}

extension URL {
  /// How messages name a run of this executable.
  func name(with arguments: [String]) -> String {
    ([lastPathComponent] + arguments).joined(separator: " ")
  }
}

/// How a process has ended.
package enum ProcessEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// The exit status or the signal's number.
  package var number: Int32 {
    switch self {
    case .exited(let number), .signalled(let number): number
    }
  }

  init(_ status: TerminationStatus) {
    self =
      switch status {
      case .exited(let code): .exited(code)
      case .signaled(let signal): .signalled(signal)
      }
  }
}

/// The child's ID while it runs.
private final class RunningChild: Sendable {
  private let running = Mutex<ProcessIdentifier?>(nil)

  var id: ProcessIdentifier? { running.withLock { $0 } }

  func begin(_ id: ProcessIdentifier) { running.withLock { $0 = id } }

  func end() { running.withLock { $0 = nil } }

  func send(_ signal: Signal) {
    running.withLock { id in
      if let id { kill(id.value, signal.rawValue) }
    }
  }
}

/// The program of a child, and how it is started.
private struct Launch: Sendable {
  let configuration: Configuration
  let child: RunningChild
  private let started = AsyncStream<Void>.makeStream()

  init(configuration: Configuration, child: RunningChild) {
    (self.configuration, self.child) = (configuration, child)
  }

  /// Begins `body` and returns when the child runs, or throws what `body` throws before that.
  func start(
    _ body: @escaping @Sendable () async throws -> ProcessEnd
  ) async throws -> Task<ProcessEnd, any Error> {
    let run = Task.detached {
      defer {
        child.end()
        started.continuation.finish()
      }
      return try await body()
    }
    for await _ in started.stream { return run }
    if Task.isCancelled { run.cancel() }
    _ = try await run.value
    return run
  }

  func run(
    _ streams: ChildProcess.Streams, _ input: FileDescriptor?,
    _ lines: AsyncStream<String>.Continuation
  ) async throws -> ProcessEnd {
    switch streams {
    case .lines(withErrors: false):
      try await run(.none, .discarded, lines)
    case .lines(withErrors: true):
      try await run(.none, .combinedWithOutput, lines)
    case .linesWithHeldInput:
      try await run(
        .fileDescriptor(input ?? .standardInput, closeAfterSpawningProcess: true),
        .combinedWithOutput, lines)
    case .terminal(let descriptor):
      try await run(on: FileDescriptor(rawValue: descriptor))
    }
  }

  private func run(
    _ input: some InputProtocol, _ errors: some ErrorOutputProtocol,
    _ lines: AsyncStream<String>.Continuation
  ) async throws -> ProcessEnd {
    let result = try await Subprocess.run(
      configuration, input: input, output: .sequence, error: errors
    ) { execution in
      begin(execution.processIdentifier)
      for try await line in execution.standardOutput.strings(separatedBy: .lineFeed) {
        lines.yield(line)
      }
      lines.finish()
    }
    return ProcessEnd(result.terminationStatus)
  }

  private func run(on terminal: FileDescriptor) async throws -> ProcessEnd {
    let result = try await Subprocess.run(
      configuration, input: .fileDescriptor(terminal, closeAfterSpawningProcess: false),
      output: .fileDescriptor(terminal, closeAfterSpawningProcess: false),
      error: .fileDescriptor(terminal, closeAfterSpawningProcess: false)
    ) { begin($0.processIdentifier) }
    return ProcessEnd(result.terminationStatus)
  }

  private func begin(_ id: ProcessIdentifier) {
    child.begin(id)
    started.continuation.yield()
  }
}

extension SubprocessOutputSequence.StringSequence<UTF8>.Separator {
  fileprivate static var lineFeed: Self { .unicodeScalarSequence(["\n"]) }
}

/// The pipe that is a child's standard input until its other end is closed here.
private final class HeldInput: Sendable {
  /// The child's end.
  let readEnd: FileDescriptor
  private let writeEnd: Mutex<FileDescriptor?>

  init() throws {
    let ends = try FileDescriptor.pipe()
    readEnd = ends.readEnd
    writeEnd = Mutex(ends.writeEnd)
  }

  deinit { close() }

  func close() {
    let open = writeEnd.withLock { end in
      defer { end = nil }
      return end
    }
    try? open?.close()
  }
}
