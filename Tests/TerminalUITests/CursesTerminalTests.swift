import Foundation
import TestSupport
import Testing

/// The probe's bytes on a pseudo-terminal.
@Suite(.hangLimit) struct CursesTerminalTests {
  @Test func `a frame is one write between the marks of one`() async throws {
    let session = try await TerminalSession.probe()
    try await session.waitFor("\u{1B}[?2026l")
    #expect(session.text.hasPrefix("\u{1B}[?2026h"))
    #expect(session.text.components(separatedBy: "\u{1B}[?2026h").count == 2)
    let start = session.count
    session.send("a")
    try await session.waitFor("\u{1B}[?2026l", after: start)
    #expect(session.text.components(separatedBy: "\u{1B}[?2026h").count == 3)
    #expect(session.text.components(separatedBy: "\u{1B}[?2026l").count == 3)
  }

  @Test(arguments: [(["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), ([:], true)])
  func `no colour means no code for one`(
    environment: [String: String], hasColor: Bool
  ) async throws {
    let session = try await TerminalSession.probe(environment)
    let codes = try Regex("\u{1B}\\[[0-9;]*\\b[349][0-9][0-9;]*m")
    #expect(session.text.contains(codes) == hasColor)
    #expect(session.text.contains("\u{1B}[1m") || session.text.contains("\u{1B}[0;1m"))
  }

  @Test(arguments: ["xterm-ghostty", "xterm-kitty", "never-heard-of"])
  func `a terminal without a description here is used like a known one`(
    term: String
  ) async throws {
    _ = try await TerminalSession.probe(["TERM": term])
  }

  @Test(arguments: ["linux", "cygwin", "xterm"])
  func `a console has its colours, although its description has no size`(
    term: String
  ) async throws {
    let session = try await TerminalSession.probe(["TERM": term, "COLORFGBG": "15;0"])
    #expect(session.text.contains(try Regex("\u{1B}\\[3[1-6]m")))
  }

  @Test func `only the first frame chooses a set of characters`() async throws {
    let session = try await TerminalSession.probe()
    try await session.waitFor("\u{1B}[?2026l")
    let start = session.count
    session.send("a")
    try await session.waitFor("\u{1B}[?2026l", after: start)
    let later = session.text.components(separatedBy: "\u{1B}[?2026h").last ?? ""
    #expect(!later.contains("\u{1B}(B") && !later.contains(";49m"))
  }

  @Test(arguments: ["dumb", ""])
  func `a plain terminal is refused without a single code`(term: String) async throws {
    let session = try await TerminalSession.probe(["TERM": term], showing: "no screen")
    #expect(try await session.waitForEnd() == .exited(0))
    #expect(
      session.text == "no screen: the terminal has no full screen: TERM is unset or dumb\r\n")
  }

  @Test(arguments: ["C": "e v ?  ?  *|", "en_XX.UTF-8": "é ✓ 🚗 汽 ★|", "POSIX": "e v ?  ?  *|"])
  func `the signs follow the locale, which need not be installed`(
    locale: String, signs: String
  ) async throws {
    let session = try await TerminalSession.probe(["LC_ALL": locale])
    #expect(session.text.contains(signs))
    #expect(session.text.utf8.allSatisfy { $0 < 0x80 } == (locale != "en_XX.UTF-8"))
  }

  @Test(arguments: [(20, 6), (1, 1), (200, 60), (3, 2)])
  func `every size can be shown`(columns: Int, rows: Int) async throws {
    let session = try await TerminalSession.probe(
      columns: columns, rows: rows, showing: "\u{1B}[?2026l")
    for size in [(81, 25), (columns, rows)] {
      let start = session.count
      session.resize(columns: size.0, rows: size.1)
      try await session.waitFor("\u{1B}[?2026l", after: start)
    }
    session.send("q")
    #expect(try await session.waitForEnd() == .exited(0))
  }

  @Test func `the keys of a terminal have their names`() async throws {
    let session = try await TerminalSession.probe()
    session.send("\u{1B}OA\u{1B}OB\r\t\u{1B}[Z\u{7F}é")
    try await session.waitFor("↑ ↓ enter tab shift-tab backspace é")
  }

  @Test func `a lone Escape is a key, and a paste without an end ends by itself`() async throws {
    let session = try await TerminalSession.probe()
    session.send("\u{1B}")
    try await session.waitFor("esc")
    session.send("\u{1B}[200~qxq\u{1B}[20")
    try await session.waitFor("paste(3)")
    let start = session.count
    session.send("\u{1B}[201~k")
    try await session.waitFor("k", after: start)
    #expect(!session.text.contains("~"))
  }

  @Test func `a reply of the terminal is not a key, even if its beginning came before`()
    async throws
  {
    let session = try await TerminalSession.probe(["PROBE_GAP_SECONDS": "3600"])
    session.send("e\u{1B}]11;rgb:1e1e")
    try await session.waitFor("reported")
    session.send("/1e1e/qxq\u{1B}\\\u{1B}[?62;c\u{1B}[Ik")
    try await session.waitFor(" k")
    #expect(!session.text.contains("/"))
  }

  @Test(arguments: [("rxvt-unicode-256color", "7", "8"), ("linux", "1", "4"), ("screen", "1", "4")])
  func `Home and End have their names in every terminal`(
    term: String, home: String, end: String
  ) async throws {
    let session = try await TerminalSession.probe(["TERM": term])
    session.send("\u{1B}[\(home)~\u{1B}[\(end)~")
    try await session.waitFor("home end")
  }

  @Test func `the rest of a paste stays data when a sheet has come up meanwhile`() async throws {
    let session = try await TerminalSession.probe(["PROBE_GAP_SECONDS": "3600"])
    session.send("s\u{1B}[200~q")
    try await session.waitFor("sheet")
    session.send("qxq\u{1B}[201~k")
    try await session.waitFor("paste(4) k")
  }
}
