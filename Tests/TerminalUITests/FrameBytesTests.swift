import CNcurses
import Testing

/// The sequences of ncurses for attributes, in fewer bytes.
@Suite struct FrameBytesTests {
  @Test(arguments: [
    // The choice of ASCII, and the reset of a colour before that of all attributes.
    ("\u{1B}(Ba\u{F}b", "ab"),
    ("\u{1B}[32ma\u{1B}[39;49m\u{1B}(B\u{1B}[mb", "\u{1B}[32ma\u{1B}[mb"),
    ("\u{1B}[32ma\u{1B}[39m\u{1B}[m\u{F}b", "\u{1B}[32ma\u{1B}[mb"),
    ("\u{1B}[1;32ma\u{1B}[39;49mb", "\u{1B}[1;32ma\u{1B}[39mb"),
    // Blanks keep a colour that comes again.
    (
      "\u{1B}[38;5;29ma\u{1B}[39m\u{1B}[m  \u{1B}[38;5;29mb", "\u{1B}[38;5;29ma  b"
    ),
    (
      "\u{1B}[91ma\u{1B}[39m\u{1B}[m \u{1B}[92mb", "\u{1B}[91ma\u{1B}[m \u{1B}[92mb"
    ),
    // A reversed or underlined blank would look different.
    (
      "\u{1B}[0;7m\u{1B}[32ma\u{1B}[39m\u{1B}[m \u{1B}[32mb",
      "\u{1B}[0;7;32ma\u{1B}[m \u{1B}[32mb"
    ),
    // Adjacent sequences become one, without those before a reset.
    ("\u{1B}[32ma\u{1B}[39m\u{1B}[0;7mb", "\u{1B}[32ma\u{1B}[0;7mb"),
    ("a\u{1B}[0m\u{1B}[38;5;63mb", "a\u{1B}[0;38;5;63mb"),
    ("a\u{1B}(B\u{1B}[m\u{1B}[1mb\u{1B}[0m", "a\u{1B}[0;1mb\u{1B}[m"),
    ("\u{1B}[1m\u{1B}[2;1H\u{1B}[32ma", "\u{1B}[1m\u{1B}[2;1H\u{1B}[32ma"),
    // A colour that follows a reset in one sequence is kept over blanks too.
    (
      "\u{1B}[0m\u{1B}[32ma\u{1B}[39m\u{1B}[m \u{1B}[32mb", "\u{1B}[0;32ma b"
    ),
    ("plain ✓ text\u{1B}[5;1H", "plain ✓ text\u{1B}[5;1H"), ("", ""), ("\u{1B}[", "\u{1B}["),
  ])
  func `the terminal shows the same`(bytes: String, shorter: String) {
    #expect(shortened(bytes) == shorter)
  }

  @Test func `no text is lost, wherever it ends`() {
    let text = "\u{1B}[32ma\u{1B}[39;49m\u{1B}(B\u{1B}[m \u{1B}[32mb"
    for count in 0...text.utf8.count {
      let start = String(decoding: text.utf8.prefix(count), as: UTF8.self)
      let letters = shortened(start).filter { $0 == "a" || $0 == "b" }
      #expect(letters == start.filter { $0 == "a" || $0 == "b" })
    }
  }

  private func shortened(_ text: String) -> String {
    var bytes = text.utf8.map { CChar(bitPattern: $0) }
    let count = cn_frame_shorten(&bytes, bytes.count)
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
