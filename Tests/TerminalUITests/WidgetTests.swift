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

  @Test func `only the keys that do something are named`() {
    #expect(
      footer(columns: 80) == " ↑↓ select   enter details   s shop   q quit   ? help")
  }

  @Test(arguments: [
    (53, " ↑↓ select   enter details   s shop   q quit   ? help"),
    (52, " ↑↓ select   enter details   s shop   ? help"),
    (43, " ↑↓ select   enter details   ? help"),
    (20, " ↑↓ select   ? help"),
    (18, " ? help"), (4, " ? h"), (1, ""),
  ])
  func `what does not fit is left out from the end, and help stays`(columns: Int, text: String) {
    #expect(footer(columns: columns) == text)
  }

  @Test func `a layer can name the help in its own words`() {
    var frame = Frame(size: Size(columns: 60, rows: 1))
    Footer([
      KeyBinding(.character("?"), label: "what happens next"),
      KeyBinding(.character("p"), label: "pay $2.99"),
    ]).draw(on: &frame)
    #expect(frame.text == " p pay $2.99   ? what happens next")
  }
}

@Suite struct ListStateTests {
  @Test func `the selection stays inside the list`() {
    var list = ListState()
    list.move(by: -1, count: 3)
    #expect(list.selection == 0)
    list.move(by: 9, count: 3)
    #expect(list.selection == 2)
    list.clamp(to: 1)
    #expect(list.selection == 0)
    list.clamp(to: 0)
    #expect(list.selection == 0)
  }

  @Test(arguments: [(0, 0..<3), (1, 0..<3), (2, 1..<4), (6, 4..<7)])
  func `the selected row is seen, and the end leaves no gap`(row: Int, seen: Range<Int>) {
    #expect(ListState(selection: row).visible(count: 7, rows: 3) == seen)
  }

  @Test func `a place without rows shows none`() {
    #expect(ListState(selection: 4).visible(count: 7, rows: 0).isEmpty)
    #expect(ListState().visible(count: 0, rows: 3).isEmpty)
    #expect(ListState(selection: 1).visible(count: 2, rows: 9) == 0..<2)
  }

  @Test func `arrows, vi's letters, Home and End move`() {
    var list = ListState()
    let keys: [Key] = [.down, .character("j"), .up, .character("k"), .end, .home, .pageDown]
    let rows = keys.map { key in
      let isMovement = list.handle(key, count: 30)
      #expect(isMovement)
      return list.selection
    }
    #expect(rows == [1, 2, 1, 0, 29, 0, 10])
    let isMovement = list.handle(.enter, count: 30)
    #expect(!isMovement)
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
