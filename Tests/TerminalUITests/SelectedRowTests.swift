import TerminalUI
import Testing

/// The one look of a selected row, in every list.
@Suite struct SelectedRowTests {
  private func frame(_ rect: Rect, style: Style = .price) -> Frame {
    var frame = Frame(size: Size(columns: 12, rows: 3))
    frame.write("Truck  $3.99", at: Point(column: 0, row: 0))
    frame.write("Car  $1.99", at: Point(column: 2, row: 1), style: style)
    frame.markSelected(rect)
    return frame
  }

  private func isReversed(_ frame: Frame, row: Int) -> [Bool] {
    (0..<frame.size.columns).map { frame[Point(column: $0, row: row)].style.isReversed }
  }

  @Test func `a bar stands before the row, and the row is reversed from the bar to its end`() {
    let frame = frame(Rect(column: 2, row: 1, columns: 9, rows: 1))
    #expect(frame.lines[1] == "▌ Car  $1.99")
    #expect(isReversed(frame, row: 1) == [false] + Array(repeating: true, count: 10) + [false])
    #expect(isReversed(frame, row: 0) == Array(repeating: false, count: 12))
  }

  @Test(arguments: [Style.price, .good, .disabled, Style.accent.bold(), Style.muted.underlined()])
  func `a selected row looks the same whatever its texts mean`(style: Style) {
    let frame = frame(Rect(column: 2, row: 1, columns: 10, rows: 1), style: style)
    #expect(frame[Point(column: 4, row: 1)].style == Style.plain.reversed())
  }

  @Test func `an element of two rows has a bar before both`() {
    let frame = frame(Rect(column: 2, row: 1, columns: 10, rows: 2))
    #expect(frame.lines.map { $0.prefix(1) } == ["T", "▌", "▌"])
  }

  @Test func `a row at the left edge has no room for a bar and is reversed all the same`() {
    let frame = frame(Rect(column: 0, row: 1, columns: 12, rows: 1))
    #expect(frame.lines[1] == "  Car  $1.99")
    #expect(isReversed(frame, row: 1) == Array(repeating: true, count: 12))
  }
}
