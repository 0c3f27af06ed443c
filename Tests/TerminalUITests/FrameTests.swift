import TerminalUI
import TestSupport
import Testing

@Suite struct FrameTests {
  private func frame(_ columns: Int, _ rows: Int) -> Frame {
    Frame(size: Size(columns: columns, rows: rows))
  }

  @Test func `a line is clipped at the edge and never wraps`() {
    var frame = frame(6, 2)
    let used = [
      frame.write("Racecar", at: Point(column: 2, row: 0)),
      frame.write("Racecar", at: Point(column: 1, row: 1), width: 3),
      frame.write("Racecar", at: Point(column: 0, row: 2)),
      frame.write("Racecar", at: Point(column: 5, row: 2), width: .max),
      frame.write("Racecar", at: Point(column: 9, row: 0)),
    ]
    #expect(used == [4, 3, 6, 1, 0])
    #expect(frame.text == "  Race\n Rac")
  }

  @Test func `a wide character at the edge is left out`() {
    var frame = frame(4, 1)
    frame.write("a汽車", at: Point(column: 0, row: 0))
    #expect(frame.text == "a汽")
    #expect(frame[Point(column: 2, row: 0)].text == "")
  }

  @Test func `writing over half of a wide character blanks the other half`() {
    var left = frame(4, 1)
    left.write("汽車", at: Point(column: 0, row: 0))
    var right = left
    left.write("x", at: Point(column: 0, row: 0))
    right.write("x", at: Point(column: 1, row: 0))
    #expect(left.text == "x 車")
    #expect(right.text == " x車")
    right.write("汽", at: Point(column: 1, row: 0))
    #expect(right.text == " 汽")
  }

  @Test func `filling over halves of wide characters blanks the other halves`() {
    var frame = frame(6, 1)
    frame.write("汽車汽", at: Point(column: 0, row: 0))
    frame.fill(Rect(column: 1, row: 0, columns: 2, rows: 1), with: Cell("#"))
    #expect(frame.text == " ## 汽")
  }

  @Test func `what begins left of the frame shows its end`() {
    var frame = frame(4, 1)
    frame.write("ab汽cd", at: Point(column: -3, row: 0))
    #expect(frame.text == " cd")
  }

  @Test func `a price ends at its column`() {
    var frame = frame(12, 3)
    let start = frame.write("$1.99", endingAt: 11, row: 0)
    #expect(start == 6)
    frame.write("汽車", endingAt: 12, row: 1)
    frame.write("a long sentence", endingAt: 12, row: 2, minColumn: 4)
    #expect(frame.text == "      $1.99\n        汽車\n    a long …")
  }

  @Test func `reading outside gives a blank, writing outside nothing`() {
    var frame = frame(2, 1)
    frame.write("x", at: Point(column: 0, row: -1))
    frame.fill(Rect(column: -5, row: -5, columns: 3, rows: 3), with: Cell("#"))
    #expect(frame == self.frame(2, 1))
    #expect(frame[Point(column: 2, row: 0)] == .blank)
    #expect(frame[Point(column: -1, row: 0)] == .blank)
  }

  @Test func `a box stands where it is put`() {
    var frame = frame(14, 5)
    frame.fill(frame.bounds, with: Cell("."))
    let rect = Rect(column: 1, row: 1, columns: 12, rows: 3)
    Box(title: "Pro").draw(on: &frame, in: rect)
    #expect(
      frame.text == """
        ..............
        .╭─ Pro ────╮.
        .│          │.
        .╰──────────╯.
        ..............
        """)
  }

  @Test func `a background keeps its roles, dim, and nothing in it stands out`() {
    var frame = frame(20, 1)
    frame.write("Car", at: Point(column: 0, row: 0), style: .title)
    frame.write("$1.99", endingAt: 20, row: 0, style: Style.price.reversed())
    frame.dim()
    #expect(frame[Point(column: 0, row: 0)].style == Style(.title, isDim: true))
    #expect(frame[Point(column: 3, row: 0)].style == Style(.plain, isDim: true))
    #expect(frame[Point(column: 19, row: 0)].style == Style(.price, isDim: true))
  }

  @Test func `a background shows no selection, so that only the layer above has one`() {
    var frame = frame(12, 1)
    frame.write("Race Car", at: Point(column: 3, row: 0))
    let unselected = frame
    frame.markSelected(Rect(column: 3, row: 0, columns: 8, rows: 1))
    #expect(frame != unselected)
    frame.dim()
    #expect(frame.text == unselected.text)
    #expect(!(0..<12).contains { frame[Point(column: $0, row: 0)].style.isReversed })
  }

  @Test func `a frame of no size can be drawn on`() {
    var frame = frame(0, 0)
    frame.write("x", at: Point(column: 0, row: 0))
    frame.fill(frame.bounds)
    frame.dim()
    Footer([]).draw(on: &frame)
    #expect(frame.text == "")
  }
}

@Suite struct FrameDifferencesTests {
  private static let pieces = ["a", " ", "é", "汽", "🚗", "●", "Racecar", "$1.99", "e\u{301}"]

  private func draw(on frame: inout Frame, with generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let point = Point(
        column: .random(in: -2...21, using: &generator), row: .random(in: 0...5, using: &generator))
      let text = Self.pieces.randomElement(using: &generator) ?? ""
      let role = Role.allCases.randomElement(using: &generator) ?? .plain
      frame.write(text, at: point, style: Style(role, isBold: .random(using: &generator)))
    }
  }

  @Test(arguments: 0..<200)
  func `applying the differences to the old frame gives the new one`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var old = Frame(size: Size(columns: 20, rows: 5))
    draw(on: &old, with: &generator)
    var new = old
    draw(on: &new, with: &generator)
    var drawn = old
    drawn.apply(new.differences(from: old))
    #expect(drawn == new)
  }

  @Test func `a frame does not differ from itself`() {
    var generator = SeededGenerator(seed: 1)
    var frame = Frame(size: Size(columns: 20, rows: 5))
    draw(on: &frame, with: &generator)
    #expect(frame.differences(from: frame) == [])
  }

  @Test func `one digit is one short run`() {
    var old = Frame(size: Size(columns: 20, rows: 2))
    old.write("you have 4", at: Point(column: 0, row: 1))
    var new = old
    new.write("5", at: Point(column: 9, row: 1))
    let runs = new.differences(from: old)
    #expect(runs.map(\.start) == [Point(column: 9, row: 1)])
    #expect(runs.map(\.cells) == [[Cell("5")]])
  }

  @Test func `a frame of another size is drawn whole`() {
    let runs = Frame(size: Size(columns: 3, rows: 2))
      .differences(from: Frame(size: Size(columns: 2, rows: 2)))
    #expect(runs.map(\.cells.count) == [3, 3])
  }
}

extension Frame {
  /// Puts runs into their places; a run of `differences(from:)` always fits.
  fileprivate mutating func apply(_ runs: [Run]) {
    for run in runs {
      for (offset, cell) in run.cells.enumerated() where !cell.text.isEmpty {
        let point = Point(column: run.start.column + offset, row: run.start.row)
        write(cell.text, at: point, style: cell.style)
      }
    }
  }
}
