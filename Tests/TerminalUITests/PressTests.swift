import TerminalUI
import TestSupport
import Testing

/// The effects of a press with the mouse.
@Suite(.hangLimit) struct PressTests {
  private let terminal = RecordedTerminal(size: Size(columns: 60, rows: 12))

  @Screen private func running(
    usesMouse: Bool = true,
    _ body: @Screen (Program, LayerHandle<Buttons>) async throws -> Void
  ) async throws {
    let program = Program(terminal: terminal, usesMouse: usesMouse)
    let handle = program.push(Buttons()) { _, _ in }
    let run = Task { try await program.run() }
    defer { run.cancel() }
    _ = try await terminal.frame(containing: "buttons:")
    try await body(program, handle)
    program.quit()
    _ = try await limited("the end of the program") { try await run.value }
  }

  @Test func `the first press on a row selects it, and the second opens it`() async throws {
    try await running { _, _ in
      terminal.press(at: Point(column: 5, row: 2))
      _ = try await terminal.frame(containing: "buttons: select 1")
      terminal.press(at: Point(column: 12, row: 2))
      _ = try await terminal.frame(containing: "buttons: select 1, open 1")
    }
  }

  @Test func `a press on a key's place is that key, and beside it nothing`() async throws {
    try await running { _, _ in
      terminal.press(at: Point(column: 19, row: 1))
      terminal.press(at: Point(column: 22, row: 2))
      _ = try await terminal.frame(containing: "buttons: b")
    }
  }

  @Test func `below another layer nothing can be pressed`() async throws {
    try await running { program, handle in
      let sheet = program.push(Notes.sheet) { _, _ in }
      _ = try await terminal.frame(containing: "sheet:")
      terminal.press(at: Point(column: 22, row: 1))
      terminal.type("p")
      _ = try await terminal.frame(containing: "sheet: p")
      sheet.pop()
      handle.send("end")
      let frame = try await terminal.frame(containing: "<end>")
      #expect(frame.lines[0] == " buttons: <end>")
    }
  }

  @Test func `a press on a layer that has gone does not reach the one below`() async throws {
    try await running { program, handle in
      var sheet = Buttons()
      sheet.title = "sheet"
      let pushed = program.push(sheet) { _, _ in }
      _ = try await terminal.frame(containing: "sheet:")
      terminal.press(at: Point(column: 22, row: 1))
      pushed.pop()
      handle.send("end")
      let frame = try await terminal.frame(containing: "<end>")
      #expect(!frame.text.contains("b, <end>"))
    }
  }

  @Test func `the help of the first layer can be pressed, also after a filter was typed`()
    async throws
  {
    try await running { _, _ in
      terminal.type("?")
      _ = try await terminal.frame(containing: "╭─ Keys")
      terminal.type("bu")
      let help = try await terminal.frame(containing: "Keys /bu")
      let row = try #require(help.lines.firstIndex { $0.contains("b   buy") })
      let column = help.lines[row].prefix { $0 != "b" }.count
      terminal.press(at: Point(column: column, row: row))
      _ = try await terminal.frame(containing: "buttons: b")
    }
  }

  @Test func `the mouse is the program's from the beginning, unless it is not wanted`()
    async throws
  {
    try await running { program, _ in
      #expect(terminal.reportsMouse)
      program.usesMouse = false
      #expect(!terminal.reportsMouse)
      program.usesMouse = true
      #expect(terminal.reportsMouse)
    }
    #expect(!terminal.reportsMouse)
    try await running(usesMouse: false) { _, _ in #expect(!terminal.reportsMouse) }
  }
}

@Suite struct HitRegionTests {
  private let point = Point(column: 2, row: 1)

  private func frame() -> Frame {
    var frame = Frame(size: Size(columns: 10, rows: 4))
    frame.addRegion(Rect(column: 0, row: 0, columns: 10, rows: 4), choosing: 1)
    frame.addRegion(Rect(column: 2, row: 1, columns: 99, rows: 1), pressing: .enter)
    return frame
  }

  @Test func `the latest region gets the press, and every region is inside the frame`() {
    #expect(frame().press(at: point) == .key(.enter))
    #expect(frame().press(at: Point(column: 1, row: 1)) == .choice(1))
    #expect(frame().press(at: Point(column: 10, row: 1)) == nil)
  }

  @Test func `a dimmed frame cannot be pressed`() {
    var frame = frame()
    frame.dim()
    #expect(frame.press(at: point) == nil)
  }

  @Test func `frames that look the same are equal`() {
    #expect(frame() == Frame(size: Size(columns: 10, rows: 4)))
  }
}
