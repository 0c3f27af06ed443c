import Foundation
import StandardStreams
import Testing
import VisibleText

/// The bytes that a terminal gets of a text from outside.
@Suite struct TerminalTextTests {
  /// Controls; blanks, fillers and joiners without a width; separators and overrides; selectors and tags.
  private static let unseen: [ClosedRange<UInt32>] = [
    0...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
    0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
    0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xE0000...0xE0FFF,
  ]

  private static let scalars =
    (Array(0...0x33FF) + Array(0xFE00...0xFEFF) + Array(0xE0000...0xE01EF) as [UInt32])
    .compactMap { Unicode.Scalar($0) } + ["🚗"]

  @Test func `what nobody sees or a terminal obeys is escaped, and what is seen is not`() {
    let escaped = Self.scalars.filter { String($0).escapingControls != String($0) }
    let isUnseen = { (scalar: Unicode.Scalar) in Self.unseen.contains { $0.contains(scalar.value) }
    }

    #expect(escaped.filter { !isUnseen($0) } == [])
    let shown = Set(Self.scalars.filter(isUnseen)).subtracting(escaped)
    #expect(shown == [])
    #expect(escaped.allSatisfy { String($0).escapingControls.allSatisfy(\.isASCII) })
  }

  @Test(arguments: [
    "می\u{200C}خواهم", "क्\u{200D}ष", "ශ්\u{200D}රී", "👨\u{200D}👩\u{200D}👧\u{200D}👦", "👩🏽\u{200D}💻",
    "🏳\u{FE0F}\u{200D}🌈", "❤\u{FE0F}\u{200D}🔥", "🐦\u{200D}⬛", "☎\u{FE0E}", "1\u{FE0F}\u{20E3}", "🇩🇪",
    "café",
  ])
  func `joiners and selectors that a script or an emoji needs stay`(text: String) {
    #expect(text.escapingControls == text)
  }

  @Test(
    arguments: [
      ("Pro\u{200C}", #"Pro\u{200C}"#), ("a\u{200D}b", #"a\u{200D}b"#),
      ("1\u{200D}2", #"1\u{200D}2"#),
      ("🚗\u{200D}", #"🚗\u{200D}"#), ("🚗\u{200D}b", #"🚗\u{200D}b"#), ("A\u{FE0F}", #"A\u{FE0F}"#),
      ("1\u{FE0F}", #"1\u{FE0F}"#), ("می\u{200C}\u{200C}", "می\u{200C}" + #"\u{200C}"#),
      ("\u{200D}🚗", #"\u{200D}🚗"#), ("葛\u{E0100}", #"葛\u{000E0100}"#),
      ("🏴\u{E0067}", #"🏴\u{000E0067}"#),
    ])
  func `joiners and selectors that join nothing are escaped`(text: String, escaped: String) {
    #expect(text.escapingControls.unicodeScalars.elementsEqual(escaped.unicodeScalars))
  }

  @Test func `what is interpolated is escaped, and the program's own text is not`() {
    let name = "Pro\u{1B}]0;owned\u{7}\n\u{202E}99.4$\u{9B}2J"
    let text: TerminalText = "\rskdemo: \(name)\u{1B}[K\n"

    #expect(
      text.text
        == "\rskdemo: " + #"Pro\u{1B}]0;owned\u{07}\n\u{202E}99.4$\u{009B}2J"# + "\u{1B}[K\n")
    #expect(("\(text)\(1)" as TerminalText) == text + "1")
  }

  @Test func `a line cannot become two, nor change another one`() {
    let lines = TerminalText(lines: ["Car\r\nRace Car  owned", "\u{2067}Pro\u{2069}"])

    #expect(lines.text == #"Car\r\nRace Car  owned"# + "\n" + #"\u{2067}Pro\u{2069}"# + "\n")
  }

  @Test func `JSON shows controls as escapes, and its values stay what they are`() throws {
    let values = Dictionary(
      uniqueKeysWithValues: Self.scalars.map { ("key \($0) \($0.value)", "a\($0)b") })
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    let text = TerminalText(
      json: String(decoding: try encoder.encode(values), as: UTF8.self)
    ).text

    let lines = text.split(separator: "\n").map { String($0) }
    #expect(lines.allSatisfy { $0.escapingControls == $0 })
    #expect(try JSONDecoder().decode([String: String].self, from: Data(text.utf8)) == values)
    #expect(text.contains(#"a\u202eb"#) && text.contains(#"a\u009bb"#) && text.contains("a🚗b"))
    #expect(text.contains(#"a\udb40\udc41b"#))
  }
}
