import Foundation
import StoreAPI
import Testing

/// What a terminal gets of a text that comes from outside.
@Suite struct TerminalTextTests {
  private static let controls =
    Array(0...0x1F) + Array(0x7F...0x9F) + Array(0x202A...0x202E) + Array(0x2066...0x2069)
    as [UInt32]

  private static let scalars =
    (UInt32(0)...0x2FFF).compactMap { Unicode.Scalar($0) } + ["\u{FEFF}", "🚗"]

  @Test func `controls and overrides of direction are what is escaped, and nothing else is`() {
    let escaped = Self.scalars.filter { String($0).escapingControls != String($0) }

    #expect(escaped.map(\.value) == Self.controls)
    #expect(escaped.allSatisfy { String($0).escapingControls.allSatisfy(\.isASCII) })
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

    #expect(!text.unicodeScalars.contains { $0.isTerminalControl && $0 != "\n" })
    #expect(try JSONDecoder().decode([String: String].self, from: Data(text.utf8)) == values)
    #expect(text.contains(#"a\u202eb"#) && text.contains(#"a\u009bb"#) && text.contains("a🚗b"))
  }
}
