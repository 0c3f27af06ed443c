import Foundation
import OpenStoreKit
import Testing

@testable import DemoApp

/// Dates at a time rate at which several periods end on one day.
@Suite struct PlanDatesTests {
  private static let now = Sample.date("2026-11-21T10:00:40Z")

  private func dates(_ length: Double) -> PlanDates {
    PlanDates(of: Sample.fastPeriod(from: 0, lasting: length), now: Self.now, timeZone: .gmt)
  }

  @Test(
    arguments: [
      (30, "21 Nov 2026 at 10:00:30"), (3599, "21 Nov 2026 at 10:59:59"),
      (3600, "21 Nov 2026 at 11:00"), (2 * 86_400 - 1, "23 Nov 2026 at 09:59"),
      (2 * 86_400, "23 Nov 2026"),
    ] as [(Double, String)])
  func `a period shorter than two days has times, and one shorter than an hour seconds`(
    length: Double, text: String
  ) throws {
    let end = try #require(Sample.fastPeriod(from: 0, lasting: length).expirationDate)
    #expect(dates(length).full(end) == text)
  }

  @Test func `where room is short a time stands alone today, and with its day on another one`() {
    let yesterday = Sample.date("2026-11-20T10:00:30Z")
    let monthly = dates(30 * 86_400)
    #expect(dates(30).short(Self.now) == "10:00:40")
    #expect(dates(30).brief(Self.now) == "10:00:40")
    #expect(dates(30).short(yesterday) == "20 Nov 10:00:30")
    #expect(dates(3600).short(Sample.date("2026-11-22T00:00:00Z")) == "22 Nov 00:00")
    #expect(dates(30).row(yesterday) == "20 Nov 10:00:30")
    #expect(monthly.short(yesterday) == "20 Nov 2026")
    #expect(monthly.brief(Self.now) == "21 Nov")
  }

  @Test func `a time beside one of another day has its day, if there is room`() {
    let yesterday = Sample.date("2026-11-20T10:00:30Z")
    #expect(dates(30).labels(Self.now, beside: yesterday) == ["21 Nov 10:00:40", "10:00:40"])
    #expect(dates(30).labels(Self.now, beside: Self.now) == ["10:00:40"])
    #expect(dates(30 * 86_400).labels(Self.now, beside: yesterday) == ["21 Nov"])
  }

  @Test func `a car and a pass have days`() {
    let pass = Sample.owned(.pass, kind: .nonRenewable, bought: "2026-11-21", expires: "2026-11-21")
    #expect(PlanDates(of: pass, now: Self.now, timeZone: .gmt).full(Self.now) == "21 Nov 2026")
    #expect(
      PlanDates(of: Sample.owned(.car), now: Self.now, timeZone: .gmt).full(Self.now)
        == "21 Nov 2026")
  }

  @Test func `what is shown about a fast plan has its time`() {
    let old = Sample.fastStatus(.subscribed, Sample.fastPeriod(from: 30))
    let off = Sample.fastStatus(.subscribed, Sample.fastPeriod(from: 30), next: nil)
    let store = Store(Sample.facts().with { $0.now = Self.now })
    let renewal = ExternalTransaction(owned: Sample.fastPeriod(from: 30), isRenewal: true)

    #expect(
      PlanUpdate(from: old, to: off, in: store)?.notice.text
        == "Pro will not renew. It ends on 21 Nov 2026 at 10:01:00.")
    #expect(
      Notice(IncomingTransactions([renewal]), in: store, texts: Texts())?.text
        == "Pro has been renewed until 21 Nov 2026 at 10:01:00.")
  }

  private func dates(_ length: Double, at now: String, in zone: String) throws -> PlanDates {
    PlanDates(
      of: Sample.fastPeriod(from: 0, lasting: length), now: Sample.date(now),
      timeZone: try #require(TimeZone(identifier: zone)))
  }

  @Test(arguments: [
    ("Asia/Tokyo", "22 Nov 2026", "22 Nov 2026 at 04:30"),
    ("America/Los_Angeles", "21 Nov 2026", "21 Nov 2026 at 11:30"),
    ("UTC", "21 Nov 2026", "21 Nov 2026 at 19:30"),
    ("Pacific/Kiritimati", "22 Nov 2026", "22 Nov 2026 at 09:30"),
  ])
  func `a date is the day of the customer's time zone`(
    zone: String, day: String, time: String
  ) throws {
    let now = "2026-11-21T19:30:00Z"
    let monthly = try dates(30 * 86_400, at: now, in: zone)
    let fast = try dates(3600, at: now, in: zone)

    #expect(monthly.full(Sample.date(now)) == day)
    #expect(fast.full(Sample.date(now)) == time)
    #expect(fast.short(Sample.date(now)) == String(time.suffix(5)))
  }

  @Test func `days are counted from midnight to midnight, even when clocks change`() throws {
    let dates = try dates(30 * 86_400, at: "2027-03-27T12:00:00Z", in: "Europe/Berlin")
    // The night to the 28th loses an hour.
    let (before, after) = (Sample.date("2027-03-27T23:30:00Z"), Sample.date("2027-03-28T22:30:00Z"))

    #expect(dates.full(before) == "28 Mar 2027" && dates.full(after) == "29 Mar 2027")
    #expect(dates.days(from: before, to: after) == 1)
    #expect(dates.days(from: Sample.date("2027-03-27T22:30:00Z"), to: before) == 1)
  }

  @Test func `every screen has the days of the customer's time zone`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let pass = Sample.owned(
      .pass, kind: .nonRenewable, bought: "2026-11-20T18:00:00Z", expires: "2027-11-20T18:00:00Z")
    let facts = Sample.facts().with {
      ($0.entitlements, $0.latest, $0.timeZone) = ([pass], [pass], tokyo)
      $0.certificatesEnd = Sample.date("2027-01-31T15:00:00Z")
    }

    #expect(Store(facts).clockNotice?.contains("01 Feb 2027") == true)
    #expect(Store(facts).short(Sample.date("2027-11-20T18:00:00Z")) == "21 Nov 2027")
  }
}
