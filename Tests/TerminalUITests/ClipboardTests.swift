import Testing

@testable import TerminalUI

/// The sequence that puts a text on the terminal's clipboard.
@Suite struct ClipboardTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
    ("2000000731", "MjAwMDAwMDczMQ=="), ("\u{1B}\\", "G1w="), ("é", "w6k="),
  ])
  func `a text is sent in base64, so that nothing in it ends the sequence`(
    text: String, base64: String
  ) {
    let sequence = String(decoding: ClipboardSequence.bytes(of: text), as: UTF8.self)
    #expect(sequence == "\u{1B}]52;c;\(base64)\u{1B}\\")
  }

  @Test func `a program sends a text to its terminal`() async {
    let terminal = RecordedTerminal()
    await Program(terminal: terminal).copy("2000000731")
    #expect(terminal.copied == ["2000000731"])
  }
}
