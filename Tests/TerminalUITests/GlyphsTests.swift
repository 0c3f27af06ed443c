import Foundation
import TerminalUI
import Testing

@Suite struct GlyphsTests {
  @Test(arguments: [
    (Glyphs.check, "v"), (Glyphs.bar, ">"), (Glyphs.active, "*"), (Glyphs.attention, "~"),
    (Glyphs.paused, "."), (Glyphs.none, "o"), (Glyphs.refunded, "x"), (Glyphs.pending, "."),
    (Glyphs.rule, "-"), (Glyphs.heavyRule, "="), (Glyphs.bullet, "-"), (Glyphs.pointer, ">"),
    (Glyphs.arrowUp, "^"), (Glyphs.arrowDown, "v"), (Glyphs.arrowLeft, "<"),
    (Glyphs.arrowRight, ">"), (Glyphs.enter, "<"), (Glyphs.full, "#"), (Glyphs.empty, "."),
    (Glyphs.separator, ">"),
  ])
  func `every sign has one of ASCII in the same width`(sign: String, ascii: String) {
    #expect(Glyphs.fold(sign) == ascii)
    #expect(Width.columns(sign) == 1)
  }

  @Test func `a folded frame has the same rows, sign for sign`() {
    var frame = Frame(size: Size(columns: 12, rows: 2))
    frame.write("╭─ 汽 é ─╮", at: Point(column: 0, row: 0))
    frame.write("│✓ 🚗 “1”│", at: Point(column: 0, row: 1))

    frame.foldToASCII()

    #expect(frame.lines == ["+- ?  e -+", "|v ?  \"1\"|"])
  }

  @Test(arguments: [
    "Products.json", "Sources/TerminalUI", "Sources/DemoApp", "Sources/AppStoreSheets",
    "Sources/AppStorePrompts", "Sources/TransactionManager",
  ])
  func `every sign that a screen can show has one of ASCII`(place: String) throws {
    for (file, text) in try drawnTexts(in: place) {
      // Emoji are two columns wide, and a screen of ASCII shows none.
      for sign in text where !sign.isASCII && Width.columns(of: sign) == 1 {
        #expect(Glyphs.fold(String(sign)) != "?", "\(sign) in \(file)")
      }
    }
  }

  @Test func `a picture of lines stays a picture in ASCII`() {
    #expect(Glyphs.fold("╭─╯ ╶ │ ╶ ╰╮") == "+-+ - | - ++")
    #expect(Glyphs.fold("╒╤═════╤╕") == "++=====++")
    #expect(Glyphs.fold("━━┄┄╌╌╍╍┈┈") == "==----==--")
  }

  /// The sources in a place, without their comments, and the emoji of a catalogue.
  private func drawnTexts(in place: String) throws -> [(file: String, text: String)] {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let folder = root.appending(path: place)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let all = [folder] + (files?.compactMap { $0 as? URL } ?? [])
    let sources = all.filter { ["swift", "json"].contains($0.pathExtension) }
    try #require(!sources.isEmpty)
    return try sources.map { file in
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let drawn = lines.map { $0.split(separator: "//").first ?? "" }
        .filter { !$0.contains("\"emoji\"") }
      return (file.lastPathComponent, drawn.joined(separator: "\n"))
    }
  }
}
