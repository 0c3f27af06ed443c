import TestSupport
import Testing

@testable import TerminalUI

/// Text that is typed into the first layer of a program, such as a filter.
@Suite(.hangLimit) struct TypedTextTests {
  @Test @Screen func `no letter of a text opens the help, the line or another page`() async throws {
    let terminal = RecordedTerminal(size: Size(columns: 40, rows: 8))
    let program = Program(terminal: terminal)
    let handle = program.push(Notes(takesText: true)) { _, _ in }
    program.bind(KeyBinding(.character("o"), label: "open")) { handle.send("opened") }
    let run = Task { try await program.run() }
    defer { run.cancel() }
    _ = try await terminal.frame(containing: "notes:")

    terminal.type("o?:b")
    _ = try await terminal.frame(containing: "notes: o ? : b")

    program.quit()
    #expect(try await limited("the end of the program") { try await run.value } == .quit)
  }
}
