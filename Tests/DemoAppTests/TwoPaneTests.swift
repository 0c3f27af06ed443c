import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// A very wide terminal: the list at the left, and the selected product live at the right.
@Suite(.hangLimit) struct TwoPaneTests {
  private static let wide = Size(columns: 120, rows: 36)

  private func shop(_ facts: StoreFacts = Sample.facts()) async -> Demo {
    var demo = await Sample.shop(facts, fuel: Sample.tank)
    demo.adapt(to: Self.wide)
    return demo
  }

  /// The lines of the frame in one pane.
  private func lines(_ frame: Frame, in pane: Rect) -> [String] {
    (pane.minRow..<pane.maxRow).map { row in
      (pane.minColumn..<pane.maxColumn)
        .map { frame[Point(column: $0, row: row)].text }.joined()
    }
  }

  private func panes(_ demo: Demo) throws -> (list: [String], detail: [String]) {
    let frame = demo.frame(columns: 120, rows: 36)
    let panes = try #require(demo.panes)
    return (lines(frame, in: panes.list), lines(frame, in: panes.detail))
  }

  @Test func `the page at the right is that of the selected product`() async throws {
    var demo = await shop()
    #expect(try panes(demo).detail.contains { $0.contains("A standard five-seater") })
    demo.type(.down)
    let detail = try panes(demo).detail
    #expect(detail.contains { $0.contains("Off-road vehicle") })
    #expect(detail.contains { $0.contains("Buy for $2.99") })
  }

  @Test func `the list is one column of everything that is sold`() async throws {
    let demo = await shop()
    #expect(demo.grid.allSatisfy { $0.count == 1 })
    let list = try panes(demo).list.joined(separator: "\n")
    for product in Sample.products() { #expect(list.contains(product.displayName)) }
  }

  @Test func `nothing of the list moves while the selection does`() async throws {
    var demo = await shop()
    let first = try panes(demo).list
    for _ in demo.targets {
      demo.type(.down)
      #expect(try panes(demo).list == first)
    }
  }

  @Test func `the rows below the pictures do not move from car to car`() async throws {
    var demo = await shop()
    let heads = try [Key.down, .down, .up].map { key -> Int? in
      defer { demo.type(key) }
      return try panes(demo).detail.firstIndex { $0.contains("WHAT YOU GET") }
    }
    #expect(heads.compactMap(\.self).count == 3 && Set(heads).count == 1)
  }

  @Test func `an opened product has the keys, and the list stays beside it`() async throws {
    var demo = await shop()
    let list = try panes(demo).list
    demo.type(.enter)
    #expect(demo.detail == .car)
    #expect(try panes(demo).list == list)
    #expect(try panes(demo).detail.contains { $0.contains("Buy for $1.99") })
  }

  @Test func `the number of units is asked for only by an opened page`() async throws {
    var demo = await shop()
    while demo.selection != .product(.fuel87) { demo.type(.down) }
    #expect(try panes(demo).detail.allSatisfy { !$0.contains("Quantity") })
    demo.type(.enter)
    #expect(try panes(demo).detail.contains { $0.contains("Quantity  1") })
  }

  @Test func `the keys that drive belong to an opened page`() async throws {
    var demo = await shop(Sample.owner)
    #expect(try panes(demo).detail.contains { $0.hasPrefix("Fuel87 ") && $0.contains("████░░░░") })
    demo.type(.enter)
    #expect(try panes(demo).detail.contains { $0.hasPrefix("1 Fuel87 ") })
  }

  @Test func `a press on the list shows another product instead of the opened one`() async throws {
    var demo = await shop()
    demo.type(.enter)
    let frame = demo.frame(columns: 120, rows: 36)
    let row = try #require(frame.lines.firstIndex { $0.contains("Race Car") })
    let press = try #require(frame.press(at: Point(column: 10, row: row)))
    _ = demo.update(.input(press.input))
    #expect(demo.detail == nil)
    #expect(demo.selection == .product(.racecar))
  }

  @Test func `a plan's page compares it with the other plans`() async throws {
    var demo = await shop(Sample.owner)
    while demo.selection != .product(.standard) { demo.type(.down) }
    let detail = try panes(demo).detail.joined(separator: "\n")
    #expect(detail.contains("▌ Standard"))
    #expect(detail.contains("– autopilot") && detail.contains("✓ autopilot"))
  }

  @Test func `everything keeps to one left and one right edge`() async throws {
    let frame = await shop().frame(columns: 200, rows: 60)
    let column = Rect.column(of: frame.size)
    for row in 0..<60 {
      for outside in Array(0..<column.minColumn) + Array(column.maxColumn..<200) {
        #expect(frame[Point(column: outside, row: row)].text == " ", "\(outside), \(row)")
      }
    }
  }

  @Test(arguments: [(24, 3), (36, 6), (60, 18)])
  func `on a high screen the content is nearer to the middle`(rows: Int, first: Int) async {
    let frame = await Sample.shop(Sample.owner).frame(columns: 100, rows: rows)
    let title = frame.lines.firstIndex { $0.contains("CARS") }
    #expect(title == first)
  }

  @Test func `a screen of 119 columns has one page`() async {
    var demo = await shop()
    demo.adapt(to: Size(columns: 119, rows: 36))
    #expect(demo.panes == nil)
    #expect(demo.grid.contains { $0.count > 1 })
  }
}
