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
}
