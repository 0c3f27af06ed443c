import OpenStoreKit
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The list of the history on the screen: its filter, its rows in view, and the clipboard.
@Suite(.hangLimit) struct HistoryListTests {
  private func history(_ history: History = Sample.history) async -> Demo {
    var demo = await Sample.account(Sample.owner, history: history)
    demo.type("h")
    return demo
  }

  @Test func `a row says its event with a word and a sign, and a month says what it cost`()
    async throws
  {
    let lines = await history().frame(columns: 80, rows: 24).lines
    #expect(lines.contains { $0.contains("November 2026") && $0.contains("$7.96") })
    #expect(lines.contains { $0.contains("↻ Pro") && $0.contains("renewed") })
    #expect(lines.contains { $0.contains("× Sport Utility Vehicle") && $0.contains("-$2.99") })
  }

  @Test func `the sums of an incomplete history say so`() async {
    let demo = await history(Sample.keptHistory)
    #expect(demo.picture().contains("so far"))
    #expect(await !history().picture().contains("so far"))
  }

  @Test func `typed text filters the rows, and escape shows all again`() async {
    var demo = await history()
    demo.type("/race")
    #expect(demo.picture().contains("/ race"))
    #expect(demo.picture().contains("1 found"))
    #expect(demo.selectedEntry?.purchase.owned.productID == .racecar)

    demo.type(.enter)
    #expect(demo.picture().contains("1 found"))
    demo.type(.escape)
    #expect(demo.picture().contains("9 entries"))
    #expect(demo.tab == .history)
    demo.type(.escape)
    #expect(demo.tab == .cars)
  }

  @Test func `no letter of a filter does anything else`() async {
    var demo = await history()
    let effects = demo.type("/qbrgy?")
    #expect(effects == [])
    #expect(demo.picture().contains("No transaction matches."))
    #expect(demo.takesText)
    demo.type(.escape)
    #expect(!demo.takesText)
  }

  @Test func `pasted text is added to a filter, and nothing else`() async {
    var demo = await history()
    #expect(demo.update(.input(.paste("race\nq"))) == [])
    #expect(demo.picture().contains("9 entries"))
    demo.type("/")
    #expect(demo.update(.input(.paste("race\ncar"))) == [])
    #expect(demo.picture().contains("/ race car"))
    #expect(demo.picture().contains("1 found"))
  }

  @Test func `a filter keeps the selected transaction if it matches`() async {
    var demo = await history()
    demo.type(.down, .down)
    let selected = demo.selectedEntry
    demo.type("/2026")
    #expect(demo.selectedEntry == selected)
    demo.type(.escape)
    #expect(demo.selectedEntry == selected)
  }

  @Test func `a filter loads older pages until it has found enough`() async {
    var demo = await Sample.account(
      Sample.owner, history: History(Sample.fuel(101...200), hasMore: true))
    demo.type("h")
    #expect(demo.type("/race") == [.loadMoreHistory])
    #expect(demo.picture().contains("0 found so far"))
  }

  @Test func `y copies the ID of the selected transaction`() async {
    var demo = await history()
    demo.type(.down)
    #expect(demo.type("y") == [.copy("2000000702")])
    #expect(demo.picture().contains("The terminal was asked to copy 2000000702."))
  }

  @Test func `while a list scrolls, its rows move and stay as they are`() async {
    var demo = await history(Sample.longHistory(1000))
    for _ in 0..<500 { demo.type(.down) }
    let before = demo.frame(columns: 80, rows: 24).lines
    demo.type(.down)
    let after = demo.frame(columns: 80, rows: 24).lines

    let rows = before.indices.filter { before[$0].contains("Fuel87") }
    let unchanged = rows.dropLast(2).filter { after[$0] == before[$0 + 1] }
    #expect(unchanged.count == rows.count - 2, "only the rows with the selection differ")
  }

  @Test func `the selection walks down the screen without moving the list`() async {
    var demo = await history(Sample.longHistory(1000))
    let before = demo.frame(columns: 80, rows: 24)
    demo.type(.down)
    let after = demo.frame(columns: 80, rows: 24)
    let changed = Set(after.differences(from: before).map(\.start.row))
    #expect(changed.count == 2)
  }

  @Test func `a row that is pressed is selected, and opened by the next press`() async throws {
    var demo = await history()
    let frame = demo.frame(columns: 80, rows: 24)
    let row = try #require(frame.lines.firstIndex { $0.contains("Race Car") })
    let press = try #require(frame.press(at: Point(column: 40, row: row)))
    _ = demo.update(.input(press.input))
    #expect(demo.selectedEntry?.purchase.owned.productID == .racecar)
    _ = demo.update(.input(press.input))
    #expect(demo.detail == .racecar)
  }

  @Test func `on a very wide screen the whole transaction is beside the list`() async {
    var demo = await history()
    demo.adapt(to: Size(columns: 120, rows: 36))
    let picture = demo.picture(columns: 120, rows: 36)
    #expect(picture.contains("Transaction   2000000731"))
    #expect(picture.contains("Period        14 Nov 2026 to 14 Dec 2026"))
    #expect(picture.contains("PAID EACH MONTH"))
  }

  @Test func `the plot has a row for each month, and no bar for a month without payments`() async {
    let purchases = [
      Sample.purchase(.racecar, .nonConsumable, "4.99", bought: "2026-11-02", number: 2),
      Sample.purchase(.car, .nonConsumable, "1.99", bought: "2026-09-02", number: 1),
    ]
    let lines = await history(History(purchases)).frame(columns: 120, rows: 36).lines
    #expect(lines.contains { $0.contains("Nov 2026  ━") && $0.contains("$4.99") })
    #expect(lines.contains { $0.contains("Oct 2026  ") && $0.contains("$0.00") })
    #expect(lines.contains { $0.contains("Sep 2026  ━") && $0.contains("$1.99") })
    #expect(!lines.contains { $0.contains("Oct 2026  ━") })
  }

  @Test func `a bar of the plot has at most 40 columns`() async {
    let lines = await history().frame(columns: 200, rows: 60).lines
    let plot = lines.filter { $0.contains("2026  ━") }
    #expect(plot.map { $0.count { $0 == "━" } }.max() == 40)
  }

  @Test func `one month has no plot, because its sum is in the list`() async {
    let purchases = [Sample.purchase(.car, .nonConsumable, "1.99", bought: "2026-09-02", number: 1)]
    let picture = await history(History(purchases)).frame(columns: 120, rows: 36).text
    #expect(picture.contains("September 2026"))
    #expect(!picture.contains("PAID EACH MONTH"))
  }
}
