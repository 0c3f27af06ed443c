import StoreAPI
import TerminalUI
import Testing

/// What a screen shows of a text that comes from outside.
@Suite struct ScreenTextTests {
  @Test func `the screen escapes what a line escapes, in the same way`() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value), scalar.isTerminalControl else { continue }
      var frame = Frame(size: Size(columns: 12, rows: 1))
      let text = "a\(scalar)b"
      frame.write(text, at: Point(column: 0, row: 0))
      #expect(frame.text == text.escapingControls)
    }
  }

  @Test func `no text of a cell commands the terminal`() {
    var frame = Frame(size: Size(columns: 8, rows: 1))
    for value in UInt32(0)...0x2FFF {
      guard let text = Unicode.Scalar(value).map({ "e\($0)" }) else { continue }
      frame.fill(frame.bounds, with: Cell(text))
      frame.write(text, at: Point(column: 3, row: 0))
      #expect(!frame.text.unicodeScalars.contains { $0.isTerminalControl })
    }
  }
}
