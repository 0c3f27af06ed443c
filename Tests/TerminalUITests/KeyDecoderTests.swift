import TerminalUI
import TestSupport
import Testing

/// The events that a terminal's bytes encode, however many reads they take.
@Suite struct KeyDecoderTests {
  private func decode(_ reads: String...) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    return reads.flatMap { decoder.decode($0.utf8) }
  }

  private static let q: [TerminalEvent] = [.input(.key(.character("q")))]

  @Test func `control characters are keys by their names`() {
    #expect(
      decode("\r\n\t\u{7F}\u{8}ü汽🚗") == [
        .input(.key(.enter)), .input(.key(.enter)), .input(.key(.tab)),
        .input(.key(.backspace)), .input(.key(.backspace)), .input(.key(.character("ü"))),
        .input(.key(.character("汽"))), .input(.key(.character("🚗"))),
      ])
    #expect(decode("\u{C}") == [.damaged])
    #expect(decode("\u{E}\u{10}") == [.input(.key(.down)), .input(.key(.up))], "as in Emacs")
    #expect(decode("\u{1}\u{4}\u{0}\u{9B}") == [])
  }

  @Test func `a lone Escape is the key after a pause, and Alt with a key is Escape and the key`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}".utf8) == [])
    #expect(decoder.expectation == .afterEscape)
    #expect(decoder.pause() == [.input(.key(.escape))])
    #expect(decoder.expectation == nil)
    #expect(decode("\u{1B}b") == [.input(.key(.escape)), .input(.key(.character("b")))])
    #expect(decode("\u{1B}\u{1B}[A") == [.input(.key(.escape)), .input(.key(.up))])
  }

  @Test(arguments: ["[", "O", "]", "P", "_", "^", "X"])
  func `Alt with a key that could begin a sequence is that after a pause`(key: Character) {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}\(key)".utf8) == [])
    #expect(decoder.pause() == [.input(.key(.escape)), .input(.key(.character(key)))])
  }

  private static let keys: [(Key, [String])] = [
    (.up, ["[A", "OA", "[1;1A", "[1;1:1A", "[1;129A", "[57419u"]),
    (.down, ["[B", "OB", "[1;1:2B", "[57420u"]), (.right, ["[C", "OC", "[57418u"]),
    (.left, ["[D", "OD", "[1;65D", "[57417u"]),
    (.home, ["[H", "OH", "[1~", "[7~", "[1;1H", "[57423u"]),
    (.end, ["[F", "OF", "[4~", "[8~", "[1;1:1F", "[57424u"]),
    (.pageUp, ["[5~", "[5;1~", "[57421u"]), (.pageDown, ["[6~", "[6;1:2~", "[57422u"]),
    (.delete, ["[3~", "[57426u"]), (.backtab, ["[Z", "[1;2Z", "[9;2u", "[27;2;9~"]),
    (.enter, ["OM", "[13u", "[13;1:1u", "[13;2u", "[27;2;13~", "[57414u", "[109;5u"]),
    (.escape, ["[27u", "[27;129u", "[91;5u"]), (.tab, ["[9u", "OI", "[105;5u"]),
    (.backspace, ["[127u", "[127;2u", "[27;2;127~", "[104;5u"]),
    (.character("q"), ["[113u", "[113;1:2u", "[113;129u", "[0;;113u", "[27;1;113~"]),
    (.character("Q"), ["[113;2u", "[113:81;2u", "[113;65u", "[113;2;81u", "[27;2;81~"]),
    (.character("?"), ["[47:63;2u", "[47;2;63u", "[223:63;2u", "[27;2;63~"]),
    (.character(" "), ["[32u", "[32;2u"]), (.character("é"), ["[233u"]),
    (.character("5"), ["[53u", "[57404u", "Ou"]), (.character("+"), ["[57413u", "Ok"]),
  ]

  @Test(arguments: keys)
  func `a key is the same in each of its encodings`(key: Key, sequences: [String]) {
    for sequence in sequences {
      #expect(decode("\u{1B}\(sequence)q") == [.input(.key(key))] + Self.q, "\(sequence)")
    }
  }

  /// Replies, reports and keys without a meaning here, each one sequence.
  private static let meaningless = [
    // Colours, titles and the clipboard, with both ends.
    "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\",
    "\u{1B}]4;1;rgb:cd/00/00\u{1B}\\", "\u{1B}]l✓ quit\u{1B}\\", "\u{1B}]52;c;cXVpdA==\u{7}",
    // Versions, settings and pictures.
    "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P1+r544e=787465726d\u{1B}\\",
    "\u{1B}P!|00000000\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^private\u{1B}\\",
    "\u{1B}Xstart\u{1B}\\", "\u{1B}Pa\u{7}b\u{1B}\\",
    // Attributes, status, cursor, modes, sizes and colour schemes.
    "\u{1B}[?62;1;4c", "\u{1B}[>1;3201;0c", "\u{1B}[=00000000c", "\u{1B}[0n", "\u{1B}[0;1R",
    "\u{1B}[R", "\u{1B}[?1;1;1R", "\u{1B}[?2026;2$y", "\u{1B}[4;2$y", "\u{1B}[8;24;80t",
    "\u{1B}[48;24;80;480;1280t", "\u{1B}[?997;1n", "\u{1B}[?5u", "\u{1B}[?9u", "\u{1B}[?27u",
    "\u{1B}[1;1;128;128;1;0x",
    // The focus; releases, motions, other buttons, modifiers and places that do not exist.
    "\u{1B}[I", "\u{1B}[O", "\u{1B}[<0;6;6m", "\u{1B}[<35;100;40M", "\u{1B}[<32;6;6M",
    "\u{1B}[<1;6;6M", "\u{1B}[<2;6;6M", "\u{1B}[<4;6;6M", "\u{1B}[<66;6;6M", "\u{1B}[<0;0;6M",
    "\u{1B}[<0;6M", "\u{1B}[<0;6;6;6M", "\u{1B}[<;;M", "\u{1B}[<0;99999999999999999999;1M",
    "\u{1B}[32;6;6M", "\u{1B}[M#&&", "\u{1B}[Mqqq", "\u{1B}[M #\u{0}",
    // Function keys, and keys with modifiers.
    "\u{1B}OP", "\u{1B}[P", "\u{1B}[11~", "\u{1B}[[A", "\u{1B}[24~", "\u{1B}[1;5A", "\u{1B}O5A",
    "\u{1B}O1;5A", "\u{1B}[1;2D", "\u{1B}[3;5~", "\u{1B}[2~", "\u{1B}[E", "\u{1B}[5^", "\u{1B}[a",
    // Key releases, and keys that enter nothing.
    "\u{1B}[1;1:3A", "\u{1B}[113;1:3u", "\u{1B}[13;1:3u", "\u{1B}[57441u", "\u{1B}[57441;2u",
    "\u{1B}[57358u", "\u{1B}[113;5u", "\u{1B}[113;3u", "\u{1B}[99;5u", "\u{1B}[49;2u",
    "\u{1B}[27;5;113~", "\u{1B}[27;3;13~", "\u{1B}[u", "\u{1B}[;u", "\u{1B}[55296u",
    "\u{1B}[99999999999999999999u", "\u{1B}[1u", "\u{1B}[81;16;113;1;0;1_",
    // A marker without its paste.
    "\u{1B}[201~",
  ]

  @Test func `a terminal reports its cursor, row first and counted from 1`() {
    #expect(decode("\u{1B}[24;80Rq") == [.cursor(Point(column: 79, row: 23))] + Self.q)
  }

  @Test(arguments: meaningless)
  func `a sequence that is not a key does nothing, wherever it is split`(sequence: String) {
    let bytes = Array((sequence + "q").utf8)
    for split in 1..<bytes.count {
      var decoder = KeyDecoder()
      let events = decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...])
      #expect(events == Self.q, "split at \(split)")
      #expect(decoder.expectation == nil)
    }
  }

  @Test(
    arguments: [
      [0x9B, 0x3F, 0x36, 0x32, 0x63], [0x9D, 0x31, 0x31, 0x3B, 0x9C], [0x90, 0x72, 0x1B, 0x5C],
      [0x8F, 0x50], [0x9D, 0x31, 0x07], [0xC2], [0xF0, 0x9F, 0x9A], [0xFF], [0x80], [0xC0, 0x80],
      [0xED, 0xA0, 0x80], [0x1B, 0x5B, 0x31, 0x18], [0x1B, 0x5D, 0x31, 0x1A],
    ] as [[UInt8]])
  func `eight-bit controls begin sequences, and bytes that are not UTF-8 are not keys`(
    bytes: [UInt8]
  ) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes + "q".utf8) == Self.q)
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:", "\u{1B}P1$r", "\u{1B}_G", "\u{1B}^", "\u{1B}[1;", "\u{1B}[<0;6", "\u{1B}[M ",
    "\u{1B}O5", "\u{1B}]0;\u{1B}", "\u{1B}[[", "\u{1B}[" + String(repeating: "1", count: 100_000),
    "\u{1B}]" + String(repeating: "x", count: 100_000),
  ])
  func `what never ends is over after a pause`(beginning: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(beginning.utf8) == [])
    #expect(decoder.expectation == .end)
    _ = decoder.pause()
    #expect(decoder.expectation == nil)
    #expect(decoder.decode("q".utf8) == Self.q)
  }

  @Test(arguments: ["\u{1B}[1;", "\u{1B}]11;rgb:", "\u{1B}Pq"])
  func `the next key that begins with Escape ends what was cut off`(beginning: String) {
    #expect(decode(beginning, "\u{1B}[Bq") == [.input(.key(.down))] + Self.q)
  }

  @Test func `after any bytes and a pause, or two after half a paste, q is a key`() {
    var generator = SeededGenerator(seed: 31)
    let pieces: [[UInt8]] =
      [
        "\u{1B}", "\u{1B}[", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}P", "\u{1B}\\", "[M",
        "é",
      ]
      .map { Array($0.utf8) } + [[0x9B], [0x9D], [0x9C], [0xF0, 0x9F]]
    for _ in 0..<2_000 {
      var decoder = KeyDecoder()
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let random = UInt8.random(in: 0...255, using: &generator)
        let piece =
          Bool.random(using: &generator) ? [random] : pieces.randomElement(using: &generator)
        _ = decoder.decode(piece ?? [])
      }
      _ = decoder.pause()
      if decoder.expectation == .paste { _ = decoder.pause() }
      #expect(decoder.decode("q".utf8) == Self.q)
    }
  }

  @Test func `the sequences of the terminal's own description come first`() {
    var decoder = KeyDecoder(terminalKeys: [Array("\u{1B}[214z".utf8): .home])
    #expect(
      decoder.decode("\u{1B}[214z\u{1B}[1~".utf8) == [.input(.key(.home)), .input(.key(.home))])
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[1", "\u{1B}O"])
  func `a key that was thrown away half does nothing with its other half`(beginning: String) {
    var decoder = KeyDecoder()
    _ = decoder.decode(beginning.utf8)
    decoder.discardKey()
    #expect(decoder.pause() == [])
    _ = decoder.decode(beginning.utf8)
    decoder.discardKey()
    let end = beginning == "\u{1B}" ? "[A" : "A"
    #expect(decoder.decode("\(end)q".utf8) == Self.q)
  }
}

/// Pasted text, which is data and never a key.
@Suite struct PasteDecodingTests {
  private static let begin = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"

  @Test func `a paste is one text wherever its bytes are split, and the next key a key`() {
    let bytes = Array("\(Self.begin)b\r✓\u{1B}[20\u{1B}[201p\(Self.end)x".utf8)
    for split in 1..<bytes.count {
      var decoder = KeyDecoder()
      let events = decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...])
      #expect(
        events == [.input(.paste("b\r✓\u{1B}[20\u{1B}[201p")), .input(.key(.character("x")))])
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.decode(CollectionOfOne($0)) }.count == 2)
  }

  @Test(arguments: ["", "\u{1B}", "\u{1B}[", "\u{1B}[2", "\u{1B}[20", "\u{1B}[201"])
  func `a paste whose end is lost ends after a pause, and its text never becomes keys`(
    part: String
  ) {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\(Self.begin)q p\(part)".utf8) == [])
    #expect(decoder.expectation == .paste)
    #expect(decoder.pause() == [.input(.paste("q p"))])
    #expect(decoder.decode("\(Self.end)k".utf8) == [.input(.key(.character("k")))])
  }

  @Test(
    arguments: [
      ("rest", []), ("rest\(end)", []), (end, []), ("re\(begin)st\(end)", [.paste("st")]),
      ("rest\(end)k", [.key("k")]), ("k", []), ("\u{1B}[A", []), ("é", []),
    ] as [(String, [TerminalEvent])])
  func `the late rest of a paste never becomes keys, but input after its end does`(
    read: String, events: [TerminalEvent]
  ) {
    var decoder = KeyDecoder()
    _ = decoder.decode("\(Self.begin)q".utf8)
    #expect(decoder.pause() == [.paste("q")])
    #expect(decoder.decode("".utf8) == [])

    #expect(decoder.decode(read.utf8) == events)

    if decoder.expectation == .paste { #expect(decoder.pause() == []) }
    #expect(decoder.expectation == nil)
    #expect(decoder.decode("ab".utf8) == [.key("a"), .key("b")])
  }

  @Test func `the late rest of a paste that comes in two reads never becomes keys`() {
    var decoder = KeyDecoder()
    _ = decoder.decode("\(Self.begin)q".utf8)
    _ = decoder.pause()

    #expect(decoder.decode("re".utf8) == [])
    #expect(decoder.decode("st\(Self.end)k".utf8) == [.key("k")])
    #expect(decoder.expectation == nil)
  }

  @Test func `the end of a late rest of a paste is found wherever it is split`() {
    for split in 1..<Self.end.utf8.count {
      var decoder = KeyDecoder()
      _ = decoder.decode("\(Self.begin)q".utf8)
      _ = decoder.pause()

      #expect(decoder.decode("rest".utf8 + Array(Self.end.utf8.prefix(split))) == [])
      #expect(decoder.decode(Self.end.utf8.dropFirst(split) + Array("k".utf8)) == [.key("k")])
    }
  }

  @Test func `after another program had the terminal the next key is a key`() {
    var decoder = KeyDecoder()
    _ = decoder.decode("\(Self.begin)q".utf8)

    decoder.forget()

    #expect(decoder.decode("k".utf8) == [.key("k")])
  }

  @Test func `the late rest of a paste whose first byte comes alone never becomes keys`() {
    var decoder = KeyDecoder()
    _ = decoder.decode("\(Self.begin)q".utf8)
    _ = decoder.pause()

    #expect(decoder.decode("r".utf8) == [])
    #expect(decoder.decode("est\(Self.end)k".utf8) == [.key("k")])
    #expect(decoder.expectation == nil)
  }

  @Test func `after another pause nothing belongs to a paste`() {
    var decoder = KeyDecoder()
    _ = decoder.decode("\(Self.begin)q".utf8)
    _ = decoder.pause()
    #expect(decoder.expectation == .paste)
    #expect(decoder.pause() == [])
    #expect(decoder.expectation == nil)
    #expect(decoder.decode("ab".utf8) == [.key("a"), .key("b")])
  }

  @Test func `a paste goes on when a sheet has come up meanwhile`() {
    var decoder = KeyDecoder()
    _ = decoder.decode("\(Self.begin)q".utf8)
    decoder.discardKey()
    #expect(decoder.decode("p\(Self.end)".utf8) == [.input(.paste("qp"))])
  }

  @Test func `an endless paste keeps its beginning`() {
    var decoder = KeyDecoder()
    let text = "p" + String(repeating: "é", count: KeyDecoder.longestPaste)
    let events = decoder.decode("\(Self.begin)\(text)\(Self.end)q".utf8)
    #expect(
      events == [
        .input(.paste(String(text.prefix(KeyDecoder.longestPaste / 2)))),
        .input(.key(.character("q"))),
      ])
  }
}

extension TerminalEvent {
  fileprivate static func key(_ character: Character) -> TerminalEvent {
    .input(.key(.character(character)))
  }

  fileprivate static func paste(_ text: String) -> TerminalEvent { .input(.paste(text)) }
}
