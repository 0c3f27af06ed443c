import TestSupport
import Testing

@testable import TerminalUI

/// A program on a terminal of lines.
@Suite(.hangLimit) struct LineTerminalTests {
  private let lines = RecordedLines()

  @Screen private func running(
    _ body: @Screen (Program) async throws -> Void
  ) async throws -> ProgramEndReason {
    let program = Program(terminal: LineTerminal(lines, style: .plain, isASCII: false))
    program.push(Notes()) { _, _ in }
    let run = Task { try await program.run() }
    defer { run.cancel() }
    try await body(program)
    return try await run.value
  }

  @Test func `a typed key reaches the layer, and its answer is printed`() async throws {
    let end = try await running { program in
      _ = await lines.waitFor("> ")
      lines.send("b")
      #expect(await lines.waitFor("notes: b").contains("buy"))
      program.quit()
    }
    #expect(end == .quit)
  }

  @Test func `no control sequence is printed`() async throws {
    _ = try await running { program in
      let text = await lines.waitFor("> ")
      #expect(!text.contains("\u{1B}"))
      program.quit()
    }
  }

  @Test func `the end of the input ends the program`() async throws {
    let end = try await running { _ in
      _ = await lines.waitFor("> ")
      lines.end()
    }
    #expect(end == .terminalGone)
  }

  @Test func `a layer below is not printed`() async throws {
    _ = try await running { program in
      _ = await lines.waitFor("notes:")
      program.push(Notes.sheet) { _, _ in }
      let text = await lines.waitFor("sheet:")
      #expect(text.components(of: "notes:") == 1)
      program.quit()
    }
  }
}

extension String {
  /// The number of times that `text` occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
