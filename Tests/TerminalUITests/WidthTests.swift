import Testing

@testable import TerminalUI

@Suite struct WidthTests {
  @Test(arguments: ["🚗", "🚙", "🛻", "⛽", "汽", "한", "Ａ"])
  func `these take two columns`(text: String) {
    #expect(Width.columns(text) == 2)
  }

  @Test(
    arguments: Array("🏎🏍🗺─│╭▌▸●○◐✓×★☆█░…·∞→↵aé").map { String($0) }
      + ["\u{1F3CE}\u{FE0F}", "⚠️", "❤️", "e\u{301}", "ก\u{E49}"])
  func `these take one column`(text: String) {
    #expect(Width.columns(text) == 1)
  }

  @Test func `what terminals disagree about is not drawn`() {
    var frame = Frame(size: Size(columns: 20, rows: 1))
    frame.write("👍🏽|👨‍👩‍👧|🇩🇪|❤️|", at: Point(column: 0, row: 0))
    #expect(frame.text == "👍|👨|DE|❤|")
  }

  @Test func `what cannot be shown is one question mark`() {
    var frame = Frame(size: Size(columns: 4, rows: 1))
    #expect(frame.write("\u{10FFFF}x", at: Point(column: 0, row: 0)) == 2)
    #expect(frame.text == "?x")
  }

  @Test(
    arguments: [
      ("a\u{200B}b", #"a\u{200B}b"#), ("\u{2028}", #"\u{2028}"#), ("a\u{E0041}", #"a\u{000E0041}"#),
      ("a\u{FE0F}", #"a\u{FE0F}"#), ("🚗\u{200D}", #"🚗\u{200D}"#), ("\u{FEFF}", #"\u{FEFF}"#),
      ("a\u{200D}b", #"a\u{200D}b"#), ("می\u{200C}خ", "می\u{200C}خ"), ("क्\u{200D}ष", "क्\u{200D}ष"),
      ("🏳️‍🌈|1️⃣", "🏳|1\u{20E3}"),
    ])
  func `an invisible character is escaped, but not one that scripts and emoji need`(
    text: String, drawn: String
  ) {
    var frame = Frame(size: Size(columns: 20, rows: 1))
    let used = frame.write(text, at: Point(column: 0, row: 0))
    #expect(frame.text.unicodeScalars.elementsEqual(drawn.unicodeScalars))
    #expect(used == Width.columns(text))
  }

  @Test func `every scalar takes as many columns as it is counted for`() {
    for value in stride(from: UInt32(0x20), to: 0x30000, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var frame = Frame(size: Size(columns: 12, rows: 1))
      let text = String(scalar)
      let used = frame.write(text, at: Point(column: 0, row: 0))
      #expect(used == Width.columns(text))
    }
  }
}

@Suite struct StringColumnsTests {
  @Test(arguments: [
    (8, "Standard"), (7, "Standa…"), (1, "…"), (0, ""), (-1, ""), (20, "Standard"),
  ])
  func `a text is clipped with an ellipsis`(columns: Int, clipped: String) {
    #expect("Standard".clipped(to: columns) == clipped)
  }

  @Test func `a text of ASCII and the same text with a sign are cut at the same column`() {
    for columns in -1...9 {
      let (ascii, sign) = ("Fuel 87".clipped(to: columns), "Fuel·87".clipped(to: columns))
      #expect(sign.map { $0 == "·" ? " " : $0 } == Array(ascii))
    }
  }

  @Test func `half of a wide character is never kept`() {
    #expect("汽車汽車".clipped(to: 6) == "汽車…")
    #expect("汽車汽車".padded(to: 6) == "汽車… ")
    #expect("汽車".padded(to: 6) == "汽車  ")
  }

  @Test func `a text is wrapped between words, and inside those that are too long`() {
    #expect(
      "Need to carry heavy loads?\n\nbuy it".wrapped(to: 10) == [
        "Need to", "carry", "heavy", "loads?", "", "buy it",
      ])
    #expect("a Donaudampfschiff now".wrapped(to: 6) == ["a", "Donaud", "ampfsc", "hiff", "now"])
    #expect(" two  words ".wrapped(to: 20) == ["two words"])
    #expect("汽車汽車".wrapped(to: 3) == ["汽", "車", "汽", "車"])
    #expect("汽".wrapped(to: 1) == ["汽"])
    #expect("text".wrapped(to: 0) == [])
  }
}

@Suite struct WrappedLinesTests {
  @Test(arguments: [10_000, 20_000])
  func `each character of a long word is measured at most twice`(length: Int) {
    var measured = 0
    let word = String(repeating: "a", count: length)
    var lines = WrappedLines(columns: 78) { _ in
      measured += 1
      return 1
    }
    for word in ["the", word[...], "end"] { lines.add(word) }
    #expect(lines.all.joined() == "the\(word) end")
    #expect(measured <= 2 * (length + 6))
  }
}
