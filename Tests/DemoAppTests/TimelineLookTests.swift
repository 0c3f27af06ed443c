import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The lines of timelines: strokes, years, and the short form.
@Suite struct TimelineLookTests {
  @Test func `each kind of time has a stroke of its own, in ASCII too`() {
    let strokes = TimelineStroke.allCases.map { $0.text(columns: 6) }
    #expect(Set(strokes).count == strokes.count)
    #expect(Set(strokes.map(Glyphs.fold)).count == strokes.count)
    #expect(strokes.allSatisfy { Width.columns($0) == 6 })
  }

  @Test(arguments: TimelineStroke.allCases)
  func `the legend has every stroke`(stroke: TimelineStroke) {
    #expect(TimelineStroke.legend.joined().contains(stroke.text(columns: 2)))
  }

  @Test func `the year stands where it changes`() async {
    let status = Sample.status(.pro, .subscribed, expires: "2027-02-14", began: "2027-01-14")
    let history = History([
      Sample.pro("2026-12-14", until: "2027-01-14", number: 1, isFirst: true)
    ])
    var demo = await Sample.account(Sample.owner.with { $0.statuses = [status] }, history: history)
    demo.adapt(to: Size(columns: 80, rows: 24))
    let dates = demo.picture().split(separator: "\n").filter { $0.contains("14 Dec") }
    #expect(dates.contains { $0.contains("14 Jan 2027") && !$0.contains("14 Dec 2026") })
  }

  @Test func `a timeline ends at the margin of its page`() async throws {
    let demo = await Sample.account(Sample.owner)
    let lines = demo.frame(columns: 80, rows: 24).lines
    let rule = try #require(lines.first { $0.contains("●━") })
    let heading = try #require(lines.first { $0.contains("MY SUBSCRIPTION") })
    #expect(Width.columns(rule) == Width.columns(heading))
  }

  @Test(arguments: [20, 30, 40, 74])
  func `the short timeline fills its columns`(columns: Int) throws {
    let store = Store(Sample.owner.with { $0.now = Sample.date("2026-11-21T10:00:00Z") })
    let status = try #require(store.groups.first?.status)
    let spans = try #require(ShortTimeline(of: status, in: store)).spans(columns: columns)
    let text = spans.map(\.text).joined()
    if columns == 20 {
      #expect(text.isEmpty, "a line of six columns says nothing")
    } else {
      #expect(Width.columns(text) == columns)
      #expect(text.hasPrefix("14 Nov ●━"))
      #expect(text.hasSuffix("─○ 14 Dec"))
    }
  }

  @Test func `in a grace period the short timeline is about the days of service that are left`()
    throws
  {
    let store = Store(
      Sample.owner.with {
        $0.now = Sample.date("2026-11-21T10:00:00Z")
        $0.statuses = [
          Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30")
        ]
      })
    let status = try #require(store.groups.first?.status)
    let spans = try #require(ShortTimeline(of: status, in: store))
      .spans(columns: 40, showsStart: false)
    let text = spans.map(\.text).joined()
    #expect(text.hasPrefix("◐░"))
    #expect(text.hasSuffix("─○ 30 Nov"))
  }
}
