import TestSupport
import Testing

@testable import TerminalUI

/// The steps of a script, and how a program is played by them.
@Suite(.hangLimit) struct ScriptTests {
  @Test func `each line is a step, and comments are not`() throws {
    let script = try Script(
      """
      # The shop.
      wait Shop

      key s down
      type AB
      press 10,3
      resize 40x12
      """)
    #expect(script.lines.map(\.number) == [2, 4, 5, 6, 7])
    #expect(
      script.lines.map(\.step) == [
        .wait("Shop"), .keys([.character("s"), .down]), .type("AB"),
        .press(Point(column: 9, row: 2)), .resize(Size(columns: 40, rows: 12)),
      ])
  }

  @Test(
    arguments: [
      ("sleep 3", "line 2 begins with 'sleep', which is not a step: the steps are key, "),
      ("key enter,", "line 2 is 'key enter,': it needs the names of keys"),
      ("key", "line 2 is 'key': it needs the names of keys"),
      ("press 0,1", "line 2 is 'press 0,1': it needs a column and a row from 1"),
      ("resize 80", "line 2 is 'resize 80': it needs columns and rows"),
      ("resize 1001x24", "line 2 is 'resize 1001x24': it needs columns and rows"),
    ])
  func `a line that is not a step is refused with its number`(line: String, sentence: String) {
    let error = #expect(throws: ScriptSyntaxError.self) { try Script("wait Shop\n" + line) }
    #expect(error?.description.hasPrefix(sentence) == true)
  }

  private let terminal = RecordedTerminal(size: Size(columns: 40, rows: 6), keptFrames: 1)

  @Screen private func play(
    _ text: String, limit: Duration = .seconds(60)
  ) async throws -> Recording {
    let program = Program(terminal: terminal)
    program.push(Notes()) { effect, handle in
      if effect == "q" { handle.program.quit() }
    }
    return try await ScriptPlayer(program, on: terminal, limit: limit).play(try Script(text)) {
      _ = try await program.run()
    }
  }

  @Test func `the screen is recorded before each input and at the end`() async throws {
    let recording = try await play("key a\ntype bc\nwait notes: a b c\npaste d e")
    #expect(
      recording.frames.map { $0.lines[1] } == [
        " notes:", " notes: a", " notes: a b c", " notes: a b c [d e]",
      ])
  }

  @Test func `a script that waits for a missing text names the line and the screen`() async throws {
    let error = await #expect(throws: ScriptError.self) {
      _ = try await play("key a\nwait never", limit: .zero)
    }
    #expect(error?.description.contains("line 2 waited in vain") == true)
    #expect(error?.description.contains("notes: a") == true)
  }

  @Test func `a script that goes on after the end of the program stops`() async throws {
    let error = await #expect(throws: ScriptError.self) {
      _ = try await play("key q\nwait never")
    }
    #expect(error?.description == "the program ended before line 2")
  }
}
