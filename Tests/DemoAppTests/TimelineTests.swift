import Foundation
import Testing

@testable import DemoApp

/// Where today stands in a period, by dates alone.
@Suite struct TimelineTests {
  private func timeline(
    _ paid: [String], until end: String, today: String, state: PlanStatus.State = .subscribed,
    grace: String? = nil
  ) throws -> PlanTimeline {
    let status = Sample.status(
      .pro, state, expires: end, grace: grace, began: try #require(paid.last))
    return try #require(
      PlanTimeline(
        of: status, paid: paid.map { Sample.date("\($0)T10:00:00Z") },
        now: Sample.date("\(today)T12:00:00Z")))
  }

  @Test(arguments: [
    (paid: "2027-01-31", end: "2027-02-28", today: "2027-02-14", gone: 14, left: 14),
    (paid: "2028-01-31", end: "2028-02-29", today: "2028-02-28", gone: 28, left: 1),
    (paid: "2026-11-14", end: "2026-12-14", today: "2026-11-21", gone: 7, left: 23),
    (paid: "2026-12-14", end: "2027-01-14", today: "2027-01-01", gone: 18, left: 13),
    (paid: "2026-12-14", end: "2027-01-14", today: "2026-12-14", gone: 0, left: 31),
  ])
  func `the days of a month are counted as they are`(
    paid: String, end: String, today: String, gone: Int, left: Int
  ) throws {
    let days = try #require(timeline([paid], until: end, today: today).days)
    #expect(days.gone == gone)
    #expect(days.left == left)
  }

  @Test(arguments: [
    ("2027-02-01", 1), ("2027-02-07", 7), ("2027-02-14", 14), ("2027-02-27", 27),
  ])
  func `in a month of 28 days each day is its own column of 28`(today: String, column: Int) throws {
    let timeline = try timeline(["2027-01-31"], until: "2027-02-28", today: today)
    #expect(timeline.column(ofTodayIn: 28) == column)
  }

  @Test func `today stands in the period that runs, after those that are over`() throws {
    let timeline = try timeline(
      ["2026-12-31", "2027-01-31", "2027-02-28"], until: "2027-03-31", today: "2027-03-16")
    #expect(timeline.column(ofTodayIn: 30) == 75)
    #expect(timeline.suffix(periods: 1).column(ofTodayIn: 30) == 15)
  }

  @Test func `in a grace period today stands after the end that was not paid`() throws {
    let timeline = try timeline(
      ["2026-10-14"], until: "2026-11-14", today: "2026-11-22", state: .inGracePeriod,
      grace: "2026-11-30")
    #expect(timeline.stops.map(\.kind) == [.paid, .unpaid, .graceEnd])
    #expect(timeline.column(ofTodayIn: 16) == 24)
  }

  @Test(arguments: [PlanStatus.State.expired, .inBillingRetryPeriod])
  func `what is over has no today`(state: PlanStatus.State) throws {
    let timeline = try timeline(
      ["2026-10-14"], until: "2026-11-14", today: "2026-11-20", state: state)
    #expect(timeline.column(ofTodayIn: 20) == nil)
    #expect(timeline.days == nil)
  }

  @Test func `periods without a gap belong together, and nothing before a gap`() throws {
    let history = History([
      Sample.pro("2026-11-14", until: "2026-12-14", number: 4),
      Sample.pro("2026-10-14", until: "2026-11-14", number: 3),
      Sample.pro("2026-06-14", until: "2026-07-14", number: 2),
    ])
    let current = Sample.owned(
      .pro, kind: .autoRenewable, bought: "2026-11-14", expires: "2026-12-14")
    #expect(
      history.paidDates(upTo: current, inGroup: "3F19ED53") == [
        Sample.date("2026-10-14T10:00:00Z"), Sample.date("2026-11-14T10:00:00Z"),
      ])
  }
}
