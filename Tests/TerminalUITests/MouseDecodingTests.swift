import TerminalUI
import Testing

/// The mouse, as terminals report it.
@Suite struct MouseDecodingTests {
  private static let press: [TerminalEvent] = [.pressed(Point(column: 4, row: 5))]
  private static let q: [TerminalEvent] = [.input(.key(.character("q")))]

  @Test(arguments: [
    ("\u{1B}[<0;5;6M", press), ("\u{1B}[M %&", press),
    ("\u{1B}[<64;5;6M", [.input(.key(.up))]), ("\u{1B}[M`%&", [.input(.key(.up))]),
    ("\u{1B}[<65;5;6M", [.input(.key(.down))]), ("\u{1B}[Ma%&", [.input(.key(.down))]),
  ])
  func `a press and the wheel are the same in both forms, wherever the report is split`(
    report: String, events: [TerminalEvent]
  ) {
    let bytes = Array((report + "q").utf8)
    for split in 1..<bytes.count {
      var decoder = KeyDecoder()
      let decoded = decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...])
      #expect(decoded == events + Self.q, "split at \(split)")
    }
  }

  @Test func `the oldest form reaches the 223rd column`() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode([0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0x21]) == [
        .pressed(Point(column: 222, row: 0))
      ])
  }

  @Test(arguments: ["\u{1B}[<0;5", "\u{1B}[M "])
  func `a press that was thrown away half does nothing with its other half`(beginning: String) {
    var decoder = KeyDecoder()
    _ = decoder.decode(beginning.utf8)
    decoder.discardKey()
    let end = beginning.hasSuffix("5") ? ";6M" : "%&"
    #expect(decoder.decode("\(end)q".utf8) == Self.q)
  }
}
