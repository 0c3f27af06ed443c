import Foundation
import TestSupport
import Testing

/// A wait for something that does not come ends in time, and reports what came instead.
@Suite(.hangLimit) struct PatienceTests {
  private let shell = URL(filePath: "/bin/sh")
  /// Prints one line, and then nothing more.
  private let program = ["-c", "echo Hello; exec sleep 1000"]

  @Test func `a condition that does not come true`() async {
    #expect(await complaint { try await wait(for: "rain") { false } }.hasPrefix("rain did not"))
  }

  @Test func `a value that does not come`() async {
    let text = await complaint {
      try await limited("rain") { for await _ in AsyncStream.makeStream(of: Never.self).stream {} }
    }
    #expect(text.hasPrefix("rain did not come"))
  }

  @Test func `a command that does not end`() async {
    let text = await complaint { _ = try await CommandRun.run(at: shell, program) }
    #expect(text == "sh -c echo Hello; exec sleep 1000 did not end")
  }

  @Test func `a child that writes no line and does not end`() async throws {
    let child = try await ChildProcess(shell, program)
    #expect(try await child.nextLine() == "Hello")
    let line = await complaint { _ = try await child.nextLine() }
    #expect(line == "sh -c echo Hello; exec sleep 1000 did not write a line")

    let other = try await ChildProcess(shell, program)
    let end = await complaint { _ = try await other.end() }
    #expect(end == "sh -c echo Hello; exec sleep 1000 did not end")
    #expect(other.id == nil)
  }

  @Test func `a text that does not come on a terminal`() async throws {
    let session = try await TerminalSession(executable: shell, arguments: program)
    try await session.waitFor("Hello")
    let text = await complaint { try await session.waitFor("Goodbye") }
    #expect(text == "timed out waiting for Goodbye; seen last:\n\"Hello\\r\\n\"")
    #expect(await complaint { _ = try await session.waitForEnd() }.contains("the end; seen last"))
  }

  @Test func `a text that does not come on a screen`() async throws {
    try await TmuxSession.run(command: [shell.path] + program) { session in
      try await session.waitFor("Hello")
      let text = await complaint { try await session.waitFor("Goodbye") }
      #expect(text.hasPrefix("timed out waiting for Goodbye; seen last:\nHello\n"))
      #expect(await complaint { _ = try await session.waitForEnd() }.contains("the end; seen last"))
    }
  }

  /// The error of a wait whose patience is a moment.
  private func complaint(_ wait: () async throws -> Void) async -> String {
    do {
      try await Patience.$seconds.withValue(0.05, operation: wait)
      return "it came"
    } catch {
      return "\(error)"
    }
  }
}
