import TerminalUI
import Testing

@Suite struct FooterTests {
  private let bindings = [
    KeyBinding(.up, .down, label: "select"),
    KeyBinding(.enter, label: "details"),
    KeyBinding(.character("b"), label: "buy", disabledReason: "you have it"),
    KeyBinding(.character("s"), label: "shop"),
    KeyBinding(.character("q"), label: "quit"),
  ]

  private func footer(columns: Int) -> String {
    var frame = Frame(size: Size(columns: columns, rows: 1))
    Footer(bindings).draw(on: &frame)
    return frame.text
  }

  @Test(arguments: [
    (53, " ↑↓ select   enter details   s shop   q quit   ? help"),
    (52, " ↑↓ select   enter details   s shop   ? help"),
    (43, " ↑↓ select   enter details   ? help"),
    (20, " ↑↓ select   ? help"),
    (18, " ? help"), (4, " ? h"), (1, ""),
  ])
  func `only enabled keys are named, what does not fit is left out from the end, and help stays`(
    columns: Int, text: String
  ) {
    #expect(footer(columns: columns) == text)
  }
}

@Suite struct KeyDecoderTests {
  private func decode(_ strokes: [KeySequence]) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    return strokes.compactMap { decoder.decode($0) }
  }

  private func scalars(_ text: String) -> [KeySequence] { text.unicodeScalars.map { .scalar($0) } }

  @Test func `control characters are keys by their names`() {
    #expect(
      decode(scalars("\r\n\t\u{1B}\u{7F}\u{8}ü")) == [
        .input(.key(.enter)), .input(.key(.enter)), .input(.key(.tab)), .input(.key(.escape)),
        .input(.key(.backspace)), .input(.key(.backspace)), .input(.key(.character("ü"))),
      ])
    #expect(decode(scalars("\u{C}")) == [.damaged])
    #expect(decode(scalars("\u{1}\u{4}\u{0}")) == [])
  }

  @Test func `a paste is one text, whatever keys are in it`() {
    let strokes =
      [.pasteBegin] + scalars("b\rp") + [.key(.enter), .unknown, .pasteEnd] + scalars("x")
    #expect(decode(strokes) == [.input(.paste("b\rp")), .input(.key(.character("x")))])
  }

  @Test func `a paste without an end never becomes keys`() {
    #expect(decode([.pasteBegin] + scalars("ppp")) == [])
    #expect(decode([.pasteEnd]) == [])
  }

  @Test func `an endless paste keeps its beginning`() {
    let text = String(repeating: "p", count: KeyDecoder.longestPaste + 5)
    let events = decode([.pasteBegin] + scalars(text) + [.pasteEnd])
    #expect(events == [.input(.paste(String(text.dropLast(5))))])
  }
}

@Suite struct CellAttributesTests {
  @Test func `only hues from one to six are used, and none where a layer lies above`() {
    for role in Role.allCases {
      #expect((0...6).contains(CellAttributes(Style(role)).hue))
      #expect(CellAttributes(Style(role).dimmed()).hue == 0)
    }
  }
}
