import TerminalUI
import Testing
import VisibleText

/// The display of a text that comes from outside.
@Suite struct ScreenTextTests {
  private static let scalars =
    (Array(0...0x2FFF) + Array(0xFE00...0xFEFF) + Array(0xE0000...0xE01EF) as [UInt32])
    .compactMap { Unicode.Scalar($0) }

  @Test func `the screen escapes what a line escapes, in the same way`() {
    for scalar in Self.scalars {
      let text = "a\(scalar)b"
      guard text.escapingControls != text else { continue }
      var frame = Frame(size: Size(columns: 14, rows: 1))
      frame.write(text, at: Point(column: 0, row: 0))
      #expect(frame.text == text.escapingControls)
    }
  }

  @Test func `no text of a cell commands the terminal, or hides`() {
    var frame = Frame(size: Size(columns: 8, rows: 1))
    for scalar in Self.scalars {
      frame.fill(frame.bounds, with: Cell("e\(scalar)"))
      frame.write("e\(scalar)", at: Point(column: 3, row: 0))
      #expect(frame.text.escapingControls == frame.text)
    }
  }
}
