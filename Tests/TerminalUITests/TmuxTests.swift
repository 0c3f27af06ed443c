import Foundation
import TerminalUI
import TestSupport
import Testing

/// The probe in a real terminal.
@Suite(.hangLimit) struct TmuxTests {
  private func probe() throws -> String {
    try BuiltExecutable.url("TerminalProbe").path()
  }

  @Test func `what is drawn is what is seen`() async throws {
    try await TmuxSession.run(columns: 40, rows: 7, command: [probe()]) { terminal in
      let expected = """
         probe 40x7
         é ✓ 🚗 汽 ★|
                                          $1.99


         ──────────────────────────────────────
         x crash here   q quit           ? help

        """
      try await terminal.waitFor(expected) { $0 == expected }
    }
  }

  @Test func `keys, a paste and a resize arrive`() async throws {
    try await TmuxSession.run(command: [probe()]) { terminal in
      try await terminal.waitFor("help")
      try await terminal.sendKeys("Down", "Up", "Enter", "Escape", "PageDown", "Home", "BTab")
      try await terminal.waitFor("↓ ↑ enter esc page-down home shift-tab")
      try await terminal.paste("q x q")
      try await terminal.waitFor("paste(5)")
      try await terminal.resize(columns: 60, rows: 10)
      try await terminal.waitFor("probe 60x10")
      try await terminal.resize(columns: 100, rows: 30)
      try await terminal.waitFor("probe 100x30")
      try await terminal.sendKeys("q")
      #expect(try await terminal.waitForEnd() == 0)
    }
  }

  @Test func `the screen shows the frame, whatever was on it before`() async throws {
    let pieces = ["a", "  ", "é", "汽車", "🚗", "●", "─────────", "Racecar", "$1.99", "ok"]
    var generator = SeededGenerator(seed: 7)
    try await TmuxSession.run(columns: 40, rows: 12, command: [probe()]) { terminal in
      try await terminal.waitFor("help")
      for turn in 1...30 {
        let lines = (0..<6).map { row in
          (0..<Int.random(in: 0...14, using: &generator))
            .reduce("\(row)") { line, _ in line + (pieces.randomElement(using: &generator) ?? "") }
        }
        try await terminal.paste(
          ([String(repeating: ".", count: turn)] + lines).joined(separator: "\n"))
        var frame = Frame(size: Size(columns: 40, rows: 12))
        for (row, line) in lines.enumerated() {
          frame.write(line, at: Point(column: 1, row: row + 4))
        }
        let mark = " " + String(repeating: ".", count: turn)
        let expected = frame.lines[4..<10].joined(separator: "\n")
        // A capture can come between two writes of one frame.
        try await terminal.waitFor("\(mark)\n\(expected)") { screen in
          let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
          return rows.contains { $0 == mark } && rows[4..<10].joined(separator: "\n") == expected
        }
      }
    }
  }

  @Test func `Ctrl-Z gives the shell its screen back, and fg the program its own`() async throws {
    let shell = ["PS1=READY> ", "bash", "--norc", "--noprofile", "-i"]
    try await TmuxSession.run(command: shell) { terminal in
      try await terminal.waitFor("READY>")
      try await terminal.type(probe())
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("help")
      try await terminal.waitForValue("1 0", of: "#{alternate_on} #{cursor_flag}")
      try await terminal.sendKeys("k")
      try await terminal.waitFor(" k")
      try await terminal.sendKeys("C-z")
      try await terminal.waitFor("1 key still in the probe")
      try await terminal.waitForPrompt("READY>", after: "Stopped")
      try await terminal.waitForValue("0 1", of: "#{alternate_on} #{cursor_flag}")
      try await terminal.resize(columns: 70, rows: 20)
      try await terminal.type("fg")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("probe 70x20")
      try await terminal.waitForValue("1 0", of: "#{alternate_on} #{cursor_flag}")
      try await terminal.sendKeys("k", "q")
      try await terminal.waitFor("ended: quit")
      try await terminal.waitForValue("0 1", of: "#{alternate_on} #{cursor_flag}")
    }
  }

  @Test(arguments: ["tmux-256color", "xterm-256color", "screen", "vt100"])
  func `keys have their names whatever TERM says in tmux`(term: String) async throws {
    try await TmuxSession.run(command: [probe()], environment: ["TERM": term]) { terminal in
      try await terminal.waitFor("help")
      try await terminal.sendKeys("Home", "End", "PageUp", "PageDown", "DC", "BTab", "Up", "Left")
      try await terminal.sendKeys("F1", "F5", "F12", "S-Up", "C-Left", "IC", "k")
      try await terminal.waitFor("home end page-up page-down delete shift-tab ↑ ← k")
    }
  }

  private static let shell = ["PS1=READY> ", "bash", "--norc", "--noprofile", "-i"]

  @Test func `a job in the background stops and paints nothing, and fg shows it and its keys work`()
    async throws
  {
    try await TmuxSession.run(command: Self.shell) { terminal in
      try await terminal.waitFor("READY>")
      try await terminal.type("set -b; \(probe()) &")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("Stopped")
      try await terminal.waitForValue("0 1", of: "#{alternate_on} #{cursor_flag}")
      #expect(try await !terminal.capture().contains("help"))
      try await terminal.type("fg")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("help")
      try await terminal.sendKeys("k")
      try await terminal.waitFor(" k ")
      try await terminal.sendKeys("C-z")
      try await terminal.waitForPrompt("READY>", after: "fg")
      try await terminal.type("clear; bg")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("Stopped")
      try await terminal.waitForValue("0 1", of: "#{alternate_on} #{cursor_flag}")
      try await terminal.type("fg")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("help")
      try await terminal.sendKeys("j", "q")
      try await terminal.waitFor("ended: quit")
    }
  }

  @Test func `a job that cannot be stopped in the background says so and paints nothing`()
    async throws
  {
    try await TmuxSession.run(command: Self.shell) { terminal in
      try await terminal.waitFor("READY>")
      try await terminal.type("(trap '' TTOU; exec \(probe())) &")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("no screen: the program runs in the background")
      try await terminal.waitForValue("0 1", of: "#{alternate_on} #{cursor_flag}")
    }
  }

  @Test func `a job that is ended in the background ends, and leaves the shell its modes`()
    async throws
  {
    try await TmuxSession.run(command: Self.shell) { terminal in
      try await terminal.waitFor("READY>")
      try await terminal.type("set -b; \(probe()) & echo job=$!=")
      try await terminal.sendKeys("Enter")
      let screen = try await terminal.waitFor("Stopped")
      let job = try #require(screen.firstMatch(of: /job=([0-9]+)=/)?.1).description
      try await terminal.type("fg")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("help")
      kill(try #require(pid_t(job)), SIGSTOP)
      try await terminal.waitFor("READY>")
      try await terminal.type("kill %1")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("Terminated")
      try await terminal.waitForValue("0 1", of: "#{alternate_on} #{cursor_flag}")
    }
  }

  @Test func `Ctrl-L restores a screen that something has written over`() async throws {
    try await TmuxSession.run(command: [probe()]) { terminal in
      let screen = try await terminal.waitFor("help")
      let tty = try await FileHandle(
        forWritingTo: URL(filePath: terminal.value(of: "#{pane_tty}")))
      try tty.write(contentsOf: Data("\u{1B}[5;5Hscribbled over".utf8))
      try await terminal.waitFor("scribbled over")
      try await terminal.sendKeys("C-l")
      try await terminal.waitFor(screen) { $0 == screen }
    }
  }
}
