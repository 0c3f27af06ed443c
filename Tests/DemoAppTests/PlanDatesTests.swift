import Foundation
import Testing

@testable import DemoApp

/// Dates at a pace at which several periods end on one day.
@Suite struct PlanDatesTests {
  private static let now = Sample.date("2026-11-21T10:00:40Z")

  private func dates(_ length: Double) -> PlanDates {
    PlanDates(of: Sample.fastPeriod(from: 0, lasting: length), now: Self.now)
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
    #expect(PlanDates(of: pass, now: Self.now).full(Self.now) == "21 Nov 2026")
    #expect(PlanDates(of: Sample.owned(.car), now: Self.now).full(Self.now) == "21 Nov 2026")
  }

  @Test func `what is told about a fast plan has its time`() {
    let old = Sample.fastStatus(.subscribed, Sample.fastPeriod(from: 30))
    let off = Sample.fastStatus(.subscribed, Sample.fastPeriod(from: 30), next: nil)
    let store = Store(Sample.facts().with { $0.now = Self.now })
    let renewal = ExternalTransaction(owned: Sample.fastPeriod(from: 30), isRenewal: true)

    #expect(
      PlanChange(from: old, to: off, in: store)?.notice.text
        == "Pro will not renew. It ends on 21 Nov 2026 at 10:01:00.")
    #expect(
      Notice(Arrivals([renewal]), in: store, texts: Texts())?.text
        == "Pro has been renewed until 21 Nov 2026 at 10:01:00.")
  }
}
