import Foundation
import TestSupport
import Testing

@Suite(.hangLimit) struct ChildProcessTests {
  private let shell = URL(filePath: "/bin/sh")

  @Test func `a child inherits only its standard streams`() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    // By what they lead to: the shell's own files can have the same numbers.
    let pipes = try ends.map { end in
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(end)")
    }

    let run = try await CommandRun.run(at: shell, ["-c", "readlink /proc/$$/fd/*"])

    #expect(run.output.contains("pipe:["), "its own standard streams")
    for pipe in Set(pipes) { #expect(!run.output.contains(pipe)) }
  }

  @Test func `a child has the environment that it is given, and no other`() async throws {
    let run = try await CommandRun.run(
      at: URL(filePath: "/usr/bin/env"), [], environment: ["NAME": "value", "LC_ALL": "C"])

    #expect(
      run.output.split(separator: "\n").sorted() == [
        "LC_ALL=C", "NAME=value", "PATH=/usr/bin:/bin", "TZ=UTC",
      ])
  }

  @Test func `waiting for many children leaves the threads of tasks to others`() async throws {
    var children: [ChildProcess] = []
    for _ in 1...16 { children.append(try await ChildProcess(shell, ["-c", "exec sleep 1000"])) }
    let ends = Task { [children] in
      try await withThrowingTaskGroup(of: ProcessEnd.self) { group in
        for child in children { group.addTask { try await child.end() } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
    }

    let run = try await CommandRun.run(at: shell, ["-c", "echo done; echo why >&2; exit 3"])
    for child in children { child.signal(SIGTERM) }

    #expect((run.status, run.output, run.errors) == (3, "done\n", "why\n"))
    #expect(try await ends.value == [.signalled(SIGTERM)])
  }

  @Test func `a child whose object is released is killed`() async throws {
    var child: ChildProcess? = try await ChildProcess(shell, ["-c", "exec sleep 1000"])
    let id = try #require(child?.id)

    child = nil

    try await wait { kill(id, 0) != 0 }
  }

  @Test func `a child for which a cancelled task waits is killed`() async throws {
    let child = try await ChildProcess(shell, ["-c", "exec sleep 1000"])
    let end = Task { try await child.end() }

    end.cancel()

    #expect(try await end.value == .signalled(SIGKILL))
  }

  @Test func `lines come as they are written, and the last one without an end`() async throws {
    let child = try await ChildProcess(
      shell, ["-c", "echo one; cat; echo; printf two >&2"], streams: .linesWithHeldInput)

    #expect(try await child.nextLine() == "one")
    child.closeInput()

    #expect(await child.lines.reduce(into: []) { $0.append($1) } == ["", "two"])
    #expect(try await child.end() == .exited(0))
    #expect(child.id == nil)
  }

  @Test func `a program that is not there throws`() async throws {
    let missing = URL(filePath: "/no/such/program")

    await #expect(throws: (any Error).self) { try await ChildProcess(missing) }
    await #expect(throws: (any Error).self) { try await CommandRun.run(at: missing, []) }
  }

  @Test func `a program leads a session on its terminal, with default signals`() async throws {
    let session = try await TerminalSession(
      executable: shell,
      arguments: ["-c", "tty; : < /dev/tty && echo controlled; exec grep Sig /proc/self/status"])

    #expect(try await session.waitForEnd() == .exited(0))
    #expect(session.text.hasPrefix("/dev/pts/"))
    #expect(session.text.contains("controlled"))
    #expect(try session.signals(of: "SigBlk") == 0)
    #expect(try session.signals(of: "SigIgn") == 0)
  }
}

extension TerminalSession {
  /// A line of signals in `/proc/PID/status`, without the two that the C library keeps for itself.
  fileprivate func signals(of name: String) throws -> UInt64 {
    let line = try #require(text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name) })
    return try #require(UInt64(line.suffix(16), radix: 16)) & 0x7FFF_FFFF
  }
}
