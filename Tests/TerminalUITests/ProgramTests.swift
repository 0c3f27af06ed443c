import TestSupport
import Testing

@testable import TerminalUI

@Suite(.hangLimit) struct ProgramTests {
  private let terminal = RecordedTerminal(size: Size(columns: 40, rows: 10))

  /// Runs a program with a first layer until `body` is over.
  @Screen private func running(
    perform: @escaping @Sendable (Character, LayerHandle<Notes>) async -> Void = { _, _ in },
    _ body: @Screen (Program, LayerHandle<Notes>) async throws -> Void
  ) async throws {
    let program = Program(terminal: terminal)
    let handle = program.push(Notes(), perform: perform)
    let run = Task { try await program.run() }
    defer { run.cancel() }
    _ = try await terminal.frame(containing: "notes:")
    try await body(program, handle)
    program.quit()
    #expect(try await limited("the end of the program") { try await run.value } == .quit)
    #expect(!terminal.isOpen)
  }

  @Test func `a burst of keys is shown in one frame`() async throws {
    try await running { _, _ in
      terminal.type("abc")
      _ = try await terminal.frame(containing: "notes: a b c")
      #expect(terminal.frames.count == 2)
    }
  }

  @Test func `if nothing has changed, nothing is shown`() async throws {
    try await running { program, handle in
      let sheet = program.push(Notes(name: "", row: 100)) { _, _ in }
      sheet.pop()
      handle.send("end")
      _ = try await terminal.frame(containing: "<end>")
      let frames = terminal.frames
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test func `keys go to the topmost layer alone`() async throws {
    try await running { program, _ in
      let sheet = program.push(Notes.sheet) { _, _ in }
      _ = try await terminal.frame(containing: "sheet:")
      terminal.type("p")
      let frame = try await terminal.frame(containing: "sheet: p")
      #expect(frame.lines[1] == " notes:")
      sheet.pop()
      terminal.type("q")
      _ = try await terminal.frame(containing: "notes: q")
    }
  }

  @Test func `a key of the program works over its first layer, and not over a sheet`() async throws
  {
    try await running { program, handle in
      program.bind(KeyBinding(.character("o"), label: "open")) { handle.send("opened") }
      terminal.type("ao")
      _ = try await terminal.frame(containing: "notes: a <opened>")
      let sheet = program.push(Notes.sheet) { _, _ in }
      _ = try await terminal.frame(containing: "sheet:")
      terminal.type("o")
      _ = try await terminal.frame(containing: "sheet: o")
      sheet.pop()
      terminal.type("c")
      _ = try await terminal.frame(containing: "notes: a <opened> c")
    }
  }

  @Test func `a key that the first layer has is not the program's, and the help has the others`()
    async throws
  {
    try await running { program, handle in
      program.bind(KeyBinding(.character("b"), label: "open")) { handle.send("opened") }
      program.bind(KeyBinding(.character("o"), label: "open it")) { handle.send("opened") }
      terminal.type("b")
      _ = try await terminal.frame(containing: "notes: b")
      terminal.type("?")
      let help = try await terminal.frame(containing: "open it")
      #expect(help.text.contains("buy"))
      #expect(help.lines.filter { $0.contains("open") }.count == 1)
    }
  }

  @Test func `a command is typed by its name, and its key pressed`() async throws {
    try await running { program, handle in
      program.bind(KeyBinding(.character("o"), label: "open it")) { handle.send("opened") }
      terminal.type(":op")
      _ = try await terminal.frame(containing: ":op")
      terminal.type(.enter)
      let frame = try await terminal.frame(containing: "<opened>")
      #expect(frame.lines[1] == " notes: <opened>")
    }
  }

  @Test func `a name that no command has does nothing, and escape leaves the line`() async throws {
    try await running { _, _ in
      terminal.type(":steal")
      _ = try await terminal.frame(containing: "no such command")
      let start = terminal.frames.count
      terminal.type(.enter, .escape)
      _ = try await terminal.frame(from: start) { !$0.text.contains("no such command") }
      terminal.type("z")
      let frame = try await terminal.frame(containing: "notes: z")
      #expect(!frame.text.contains(":steal"))
    }
  }

  @Test func `a command that is disabled says why, and stays on the line`() async throws {
    try await running { program, handle in
      program.bind(KeyBinding(.character("r"), label: "resell")) { handle.send("resold") }
      terminal.type(":sell")
      let frame = try await terminal.frame(containing: "Not now: not yours.")
      #expect(frame.text.contains("▌ x  sell"), "its name wins over a name that contains it")
      terminal.type(.enter, .character("s"))
      let after = try await terminal.frame(containing: ":sells")
      #expect(after.lines[1] == " notes:")
    }
  }

  @Test func `an exact name is chosen before one that begins with it`() async throws {
    try await running { program, handle in
      program.bind(KeyBinding(.character("l"), label: "buyer")) { handle.send("listed") }
      program.bind(KeyBinding(.character("B"), label: "BUY")) { handle.send("bought") }
      terminal.type(":buy")
      let frame = try await terminal.frame(containing: ":buy")
      #expect(frame.text.contains("▌ b  buy"))
      terminal.type(.down, .enter)
      _ = try await terminal.frame(containing: "<bought>")
    }
  }

  @Test func `a sheet that comes while a command is typed gets none of what is typed`() async throws
  {
    try await running { program, _ in
      terminal.type(":s")
      _ = try await terminal.frame(containing: ":s")
      program.push(Notes.sheet) { _, _ in }
      _ = try await terminal.frame(containing: "sheet:")

      terminal.type("hop")
      let frame = try await terminal.frame(containing: ":shop")
      #expect(frame.text.contains("sheet:"))
      let start = terminal.frames.count
      terminal.type(.escape)
      _ = try await terminal.frame(from: start) { !$0.text.contains(":shop") }

      terminal.type("p")
      let sheet = try await terminal.frame(containing: "sheet: p")
      #expect(sheet.lines[1] == " notes:")
    }
  }

  @Test func `a command that was typed over a sheet that has come does not answer the sheet`()
    async throws
  {
    try await running { program, _ in
      terminal.type(":bu")
      _ = try await terminal.frame(containing: ":bu")
      program.push(Notes.sheet) { _, _ in }
      _ = try await terminal.frame(containing: "sheet:")
      let start = terminal.frames.count
      terminal.type(.enter)
      _ = try await terminal.frame(from: start) { !$0.text.contains(":bu") }

      terminal.type("p")
      _ = try await terminal.frame(containing: "sheet: p")
    }
  }

  @Test func `a layer learns when it is covered, and when it is the topmost one again`()
    async throws
  {
    try await running { program, _ in
      let first = program.push(Notes(name: "first", row: 3, notesFocus: true)) { _, _ in }
      let second = program.push(Notes(name: "second", row: 4)) { _, _ in }
      _ = try await terminal.frame(containing: "first: top covered")
      second.pop()
      _ = try await terminal.frame(containing: "first: top covered top")
      first.pop()
    }
  }

  @Test func `over a sheet the line does not open`() async throws {
    try await running { program, _ in
      program.push(Notes.sheet) { _, _ in }
      _ = try await terminal.frame(containing: "sheet:")
      terminal.type(":")
      _ = try await terminal.frame(containing: "sheet: :")
    }
  }

  @Test func `keys typed before a sheet could be read never answer it`() async throws {
    try await running { program, _ in
      terminal.type(.enter, .enter, .character("p"))
      program.push(Notes.sheet) { _, _ in }
      terminal.type("pppp")
      _ = try await terminal.frame(containing: "sheet:")
      terminal.type("z")
      let frame = try await terminal.frame(containing: "z")
      #expect(frame.lines[1] == " notes:")
      #expect(frame.lines[3] == " sheet: z")
    }
  }

  @Test func `a layer that asks something new can have old keys discarded`() async throws {
    try await running { _, handle in
      handle.sendDiscardingInput("new question")
      terminal.type("p")
      _ = try await terminal.frame(containing: "<new question>")
      terminal.type("z")
      _ = try await terminal.frame(containing: "notes: <new question> z")
    }
  }

  @Test func `a key that has closed a layer goes to the app, and never to a question below`()
    async throws
  {
    try await running { program, _ in
      let question = program.push(Notes.sheet) { _, _ in }
      let result = program.push(Notes(name: "result", row: 5)) { _, _ in }
      _ = try await terminal.frame(containing: "result:")
      result.pop(passing: .character("p"))
      question.send("end")
      let frame = try await terminal.frame(containing: "<end>")
      #expect(frame.lines[3] == " sheet: <end>")
      question.pop(passing: .character("s"))
      _ = try await terminal.frame(containing: "notes: s")
    }
  }

  @Test func `a message goes to its layer, on top or not, and is dropped after it`() async throws {
    try await running { program, handle in
      let sheet = program.push(Notes.sheet) { _, _ in }
      handle.send("below")
      sheet.send("above")
      let frame = try await terminal.frame(containing: "<above>")
      #expect(frame.lines[1] == " notes: <below>")
      sheet.pop()
      sheet.send("late")
      handle.send("last")
      let last = try await terminal.frame(containing: "<last>")
      #expect(!last.text.contains("late"))
    }
  }

  @Test func `lower layers are dimmed`() async throws {
    try await running { program, _ in
      program.push(Notes.sheet) { _, _ in }
      let frame = try await terminal.frame(containing: "sheet:")
      #expect(frame[Point(column: 1, row: 1)].style.isDim)
      #expect(!frame[Point(column: 1, row: 3)].style.isDim)
    }
  }

  @Test func `effects are performed and answer with messages`() async throws {
    try await running(perform: { key, handle in handle.send("did \(key)") }) { _, _ in
      terminal.type("b")
      _ = try await terminal.frame(containing: "b <did b>")
    }
  }

  @Test func `a question mark shows the keys, and why some do nothing`() async throws {
    try await running { _, _ in
      terminal.type("?")
      let frame = try await terminal.frame(containing: "buy")
      #expect(
        frame.text == """

           notes:
                  ╭─ Keys ───────────────╮
                  │ b   buy              │
                  │ x   sell (not yours) │
                  │ :   type a command   │
                  ╰──────────────────────╯


           / filter   esc close            ? help
          """)
      let start = terminal.frames.count
      terminal.type(.escape)
      let closed = try await terminal.frame(from: start) { !$0.text.contains("buy") }
      #expect(closed.lines[1] == " notes:")
    }
  }

  @Test func `pasted text arrives as text`() async throws {
    try await running { _, _ in
      terminal.paste("b\np\n")
      _ = try await terminal.frame(containing: "notes: [b\\np\\n]")
    }
  }

  @Test func `the names of events are kept for a report, and nothing that was typed`() async throws
  {
    try await running { _, handle in
      terminal.type(.character("z"), .down)
      terminal.paste("secret")
      handle.send("hidden")
      _ = try await terminal.frame(containing: "z down [secret]")
      _ = try await terminal.frame(containing: "<hidden>")
      #expect(
        Set(terminal.notes)
          == ["Notes: character", "Notes: key down", "Notes: paste", "Notes: String"])
    }
  }

  @Test func `a stopped program says what is unfinished, and nothing if all is done`() async throws
  {
    try await running { _, _ in
      #expect(terminal.stopNotice == nil)
      terminal.type("ab")
      _ = try await terminal.frame(containing: "notes: a b")
      #expect(terminal.stopNotice == "2 unfinished")
    }
  }

  @Test func `a terminal reports how wide it draws a text`() async throws {
    try await running { program, _ in
      #expect(await program.columns(of: "🚗🏎") == 3)
    }
  }

  @Test func `a terminal that never answers is not waited for`() async throws {
    let program = Program(terminal: RecordedTerminal(measure: { _ in nil }))
    await program.push(Notes()) { _, _ in }
    #expect(await program.columns(of: "🚗") == nil, "before the first frame")
    let run = Task { try await program.run() }
    defer { run.cancel() }
    while await !program.isShown { await Task.yield() }

    #expect(await program.columns(of: "🚗", pause: {}) == nil)
  }

  @Test func `a damaged screen is drawn whole`() async throws {
    try await running { _, _ in
      let start = terminal.frames.count
      terminal.damage()
      _ = try await terminal.frame(containing: "notes:", from: start)
      #expect(terminal.repaints == 1)
    }
  }

  @Test func `a terminal that is gone ends the program and cancels what runs`() async throws {
    let program = Program(terminal: terminal)
    await program.push(Notes()) { _, handle in
      handle.send("running")
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      for await _ in stream {}
      continuation.finish()
      handle.send("over")
    }
    let run = Task { try await program.run() }
    _ = try await terminal.frame(containing: "notes:")
    terminal.type("b")
    _ = try await terminal.frame(containing: "<running>")
    terminal.hangUp()
    #expect(try await limited("the end of the program") { try await run.value } == .terminalGone)
  }
}
