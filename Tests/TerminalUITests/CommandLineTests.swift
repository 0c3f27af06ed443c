import TerminalUI
import TestSupport
import Testing

/// The commands that ":" offers, and their order.
@Suite(.hangLimit) struct CommandLineTests {
  private let terminal = RecordedTerminal(size: Size(columns: 60, rows: 16))

  private struct Provider: CommandProvider {
    let handle: LayerHandle<Buttons>

    var commands: [NamedCommand] { [NamedCommand(id: "advance", label: "advance the clock")] }

    func perform(_ id: String) async { handle.send("provided \(id)") }
  }

  @Screen private func running(
    _ body: @Screen (Program, LayerHandle<Buttons>) async throws -> Void
  ) async throws {
    let program = Program(terminal: terminal)
    let handle = program.push(Buttons()) { _, _ in }
    program.bind(KeyBinding(.character("q"), label: "quit", group: .quitting)) {}
    program.bind(KeyBinding(.character("o"), label: "open the page", group: .program)) {}
    program.bind(KeyBinding(.up, .down, label: "choose", group: .movement)) {}
    let run = Task { try await program.run() }
    defer { run.cancel() }
    _ = try await terminal.frame(containing: "buttons:")
    try await body(program, handle)
    program.quit()
    _ = try await limited("the end of the program") { try await run.value }
  }

  private func offers(_ frame: Frame) -> [String] {
    let line = frame.lines.firstIndex { $0.contains(":") && $0.contains(Glyphs.full) } ?? 0
    return frame.lines[..<line].filter { $0.hasPrefix(" \(Glyphs.bar)") || $0.hasPrefix("   ") }
      .map { $0.drop { " \(Glyphs.bar)".contains($0) } }
      .filter { !$0.hasPrefix("row") }.map(String.init)
  }

  @Test func `an empty line offers what is wanted most first, and no movement`() async throws {
    try await running { _, _ in
      terminal.type(":")
      let frame = try await terminal.frame(containing: ":\(Glyphs.full)")
      #expect(
        offers(frame) == [
          "b  buy", "q  quit", "o  open the page", "open the garage", "open the vault",
        ])
    }
  }

  @Test(arguments: [
    ("open the g", "open the garage"), ("garage", "open the garage"), ("tpg", "o  open the page"),
    ("BUY", "b  buy"),
  ])
  func `a command is found by its name, by a word and by letters in their order`(
    text: String, first: String
  ) async throws {
    try await running { _, _ in
      terminal.type(":" + text)
      let frame = try await terminal.frame(containing: ":" + text)
      #expect(offers(frame).first == first)
    }
  }

  @Test func `a named command is performed by its layer`() async throws {
    try await running { _, _ in
      terminal.type(":garage")
      terminal.type(.enter)
      _ = try await terminal.frame(containing: "buttons: named 1")
    }
  }

  @Test func `a named command that is disabled says why, and stays on the line`() async throws {
    try await running { _, _ in
      terminal.type(":vault")
      terminal.type(.enter)
      let frame = try await terminal.frame(containing: "Not now: it is locked.")
      #expect(frame.text.contains(":vault"))
    }
  }

  @Test func `another part of the program adds commands to the first layer's line`() async throws {
    try await running { program, handle in
      program.add(Provider(handle: handle))
      terminal.type(":adv")
      terminal.type(.enter)
      _ = try await terminal.frame(containing: "<provided advance>")
    }
  }

  @Test func `a command is chosen with one press and performed with another`() async throws {
    try await running { _, _ in
      terminal.type(":")
      let frame = try await terminal.frame(containing: ":\(Glyphs.full)")
      let row = try #require(frame.lines.firstIndex { $0.contains("open the garage") })
      terminal.press(at: Point(column: 10, row: row))
      _ = try await terminal.frame { $0.lines[row].hasPrefix(" \(Glyphs.bar)") }
      terminal.press(at: Point(column: 10, row: row))
      _ = try await terminal.frame(containing: "buttons: named 1")
    }
  }
}
