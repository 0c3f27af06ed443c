import TerminalUI
import Testing

/// The edges that everything on a screen keeps to, and the two panes between them.
@Suite struct ScreenColumnTests {
  @Test(arguments: [
    (40, 1, 39), (80, 1, 79), (102, 1, 101), (119, 9, 109), (120, 1, 119), (200, 34, 166),
  ])
  func `the column leaves one column at each side, and is in the middle of a wide screen`(
    columns: Int, left: Int, right: Int
  ) {
    let column = Rect.column(of: Size(columns: columns, rows: 24))
    #expect((column.minColumn, column.maxColumn) == (left, right))
    #expect(column.size.rows == 24)
  }

  @Test(arguments: 0...6)
  func `a screen without room has an empty column and empty content`(columns: Int) {
    let size = Size(columns: columns, rows: 1)
    #expect(Rect.column(of: size).size.columns <= columns)
    #expect(Rect.content(of: size).size.columns <= max(0, columns - 6))
  }

  @Test func `a screen of 119 columns has one pane, and one of 120 has two`() {
    let narrow = Size(columns: 119, rows: 36)
    let wide = Size(columns: 120, rows: 36)
    #expect(TwoPanes(in: Rect.content(of: narrow), of: narrow) == nil)
    #expect(TwoPanes(in: Rect.content(of: wide), of: wide) != nil)
  }

  @Test(arguments: [120, 121, 133, 134, 160, 200, 400])
  func `both panes end at the content's edges, with room for a bar before each`(
    columns: Int
  ) throws {
    let size = Size(columns: columns, rows: 36)
    let content = Rect.content(of: size)
    let panes = try #require(TwoPanes(in: content, of: size))
    #expect(panes.list.minColumn == content.minColumn)
    #expect(panes.detail.maxColumn == content.maxColumn)
    #expect(panes.list.maxColumn < panes.ruleColumn)
    #expect(panes.detail.minColumn - 2 > panes.ruleColumn)
    #expect(panes.detail.size.columns > panes.list.size.columns)
  }
}
