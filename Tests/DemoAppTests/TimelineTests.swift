import Foundation
import OpenStoreKit
import Testing

@testable import DemoApp

/// The position of today in a period, by dates alone.
@Suite struct TimelineTests {
  private func timeline(
    _ paid: [String], until end: String, today: String,
    state: SubscriptionRenewalState = .subscribed, grace: String? = nil
  ) throws -> PlanTimeline {
    let status = Sample.status(
      .pro, state, expires: end, grace: grace, began: paid.last)
    let ends = zip(paid, paid.dropFirst() + [end])
    let past = zip(1..., ends).map { Sample.pro($1.0, until: $1.1, number: $0) }
    return try timeline(status, past: past, today: today)
  }

  private func timeline(
    _ status: PlanStatus, past: [HistoryEntry], today: String
  ) throws -> PlanTimeline {
    let facts = Sample.facts().with { $0.now = Sample.date("\(today)T12:00:00Z") }
    return try #require(PlanTimeline(of: status, past: past, in: Store(facts)))
  }

  /// Each stop as its date, kind and word.
  private func stops(_ timeline: PlanTimeline) -> [String] {
    timeline.stops.map { "\($0.date.short(in: .gmt)) \($0.kind) \($0.word)" }
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
    #expect(timeline.stops.map(\.kind) == [.paid, .grace, .graceEnd])
    #expect(timeline.column(ofTodayIn: 16) == 24)
  }

  @Test(arguments: [SubscriptionRenewalState.expired, .inBillingRetryPeriod])
  func `what is over has no today`(state: SubscriptionRenewalState) throws {
    let timeline = try timeline(
      ["2026-10-14"], until: "2026-11-14", today: "2026-11-20", state: state)
    #expect(timeline.column(ofTodayIn: 20) == nil)
    #expect(timeline.days == nil)
  }

  @Test func `a series begins after the last gap`() {
    let history = History([
      Sample.pro("2026-11-14", until: "2026-12-14", number: 4),
      Sample.pro("2026-10-14", until: "2026-11-14", number: 3),
      Sample.pro("2026-06-14", until: "2026-07-14", number: 2),
    ])
    let current = Sample.owned(
      .pro, kind: .autoRenewable, bought: "2026-11-14", expires: "2026-12-14")
    let periods = PlanPeriods(history.periods(inGroup: "3F19ED53"), upTo: current)
    #expect(periods.seriesStart == Sample.date("2026-10-14T10:00:00Z"))
  }

  @Test func `a trial, paid periods and a rise each have their word, and so has what is to come`()
    throws
  {
    let status = Sample.status(.pro, .subscribed, began: "2026-11-14")
      .priced("4.99", .agreed, "5.99")
    let past = [
      Sample.pro(
        "2026-09-14", until: "2026-10-14", number: 1, isFirst: true, price: "0.00",
        offer: .freeTrial),
      Sample.pro("2026-10-14", until: "2026-11-14", number: 2, price: "3.99"),
    ]
    #expect(
      try stops(timeline(status, past: past, today: "2026-11-20")) == [
        "14 Sep 2026 paid free", "14 Oct 2026 paid $3.99", "14 Nov 2026 paid $4.99",
        "14 Dec 2026 due $5.99",
      ])
  }

  @Test func `what came between two periods is a failed payment, a gap or a refund`() throws {
    let status = Sample.status(.pro, .subscribed, began: "2026-11-20")
    let past = [
      Sample.purchase(
        .pro, .autoRenewable, "4.99", bought: "2026-06-14", expires: "2026-07-14",
        revoked: "2026-06-20", number: 1),
      Sample.pro("2026-08-14", until: "2026-09-14", number: 2, isFirst: true),
      Sample.pro("2026-09-20", until: "2026-10-20", number: 3),
    ]
    #expect(
      try stops(timeline(status, past: past, today: "2026-11-21")) == [
        "14 Jun 2026 paid $4.99", "20 Jun 2026 refunded refunded",
        "14 Aug 2026 paid $4.99", "14 Sep 2026 unpaid not paid",
        "20 Sep 2026 paid $4.99", "20 Oct 2026 ended no plan",
        "20 Nov 2026 paid $4.99", "14 Dec 2026 due renews",
      ])
  }

  @Test func `a refund after the end does not stretch the past`() throws {
    let status = Sample.status(
      .pro, .revoked, expires: "2026-11-14", revoked: "2026-12-20", renews: false)
    let past = [
      Sample.purchase(
        .pro, .autoRenewable, "4.99", bought: "2026-06-14", expires: "2026-07-14",
        revoked: "2026-12-20", number: 1)
    ]
    #expect(status.lastDay == Sample.date("2026-11-14T10:00:00Z"))
    #expect(
      PlanPeriods(past, upTo: status.transaction).seriesStart
        == Sample.date("2026-10-14T10:00:00Z"))
    #expect(
      try stops(timeline(status, past: past, today: "2026-12-21")) == [
        "14 Jun 2026 paid $4.99", "14 Jul 2026 ended no plan", "14 Oct 2026 paid $4.99",
        "14 Nov 2026 ended no plan", "20 Dec 2026 refunded refunded",
      ])
  }

  @Test func `what is no longer shared was not refunded`() throws {
    let status = Sample.status(.pro, .revoked, revoked: "2026-11-18", renews: false).shared
    let other = Sample.purchase(
      .pro, .autoRenewable, "4.99", bought: "2026-06-14", expires: "2026-07-14",
      revoked: "2026-06-20", number: 1)
    #expect(
      try stops(timeline(status, past: [other.shared], today: "2026-11-21")) == [
        "14 Jun 2026 paid shared", "20 Jun 2026 refunded not shared",
        "14 Nov 2026 paid shared", "18 Nov 2026 refunded not shared",
      ])
  }

  @Test func `an extension stands between the regular end and the new one`() throws {
    let status = Sample.status(.pro, .subscribed, expires: "2026-12-30", began: "2026-11-14")
    let past = [Sample.pro("2026-10-04", until: "2026-11-14", number: 1)]
    let timeline = try timeline(status, past: past, today: "2026-12-20")
    #expect(
      stops(timeline) == [
        "04 Oct 2026 paid $4.99", "04 Nov 2026 extended extended", "14 Nov 2026 paid $4.99",
        "14 Dec 2026 extended extended", "30 Dec 2026 due renews",
      ])
    let days = try #require(timeline.days)
    #expect(days == (36, 10))
  }

  @Test func `a payment that is fixed in its grace period leaves no gap`() throws {
    let status = Sample.status(.pro, .subscribed, began: "2026-11-14")
    let past = [Sample.pro("2026-10-14", until: "2026-11-14", number: 1)]
    #expect(
      try stops(timeline(status, past: past, today: "2026-11-20")) == [
        "14 Oct 2026 paid $4.99", "14 Nov 2026 paid $4.99", "14 Dec 2026 due renews",
      ])
  }

  @Test func `several plans stand with their names, and the one to come at the end`() throws {
    let status = Sample.status(.premium, .subscribed, next: .standard, began: "2026-11-14")
    let past = [Sample.pro("2026-10-14", until: "2026-11-14", number: 1)]
    #expect(
      try timeline(status, past: past, today: "2026-11-21").stops.map(\.word)
        == ["Pro", "Premium", "Standard"])
  }

  @Test(arguments: [
    (SubscriptionRenewalState.expired, "ended no plan"), (.inBillingRetryPeriod, "unpaid not paid"),
  ])
  func `what is over goes on until today without service`(
    state: SubscriptionRenewalState, word: String
  ) throws {
    let timeline = try timeline(
      ["2026-10-14"], until: "2026-11-14", today: "2026-11-20", state: state)
    #expect(
      stops(timeline) == [
        "14 Oct 2026 paid $4.99", "14 Nov 2026 \(word)", "20 Nov 2026 now ",
      ])
  }
}
