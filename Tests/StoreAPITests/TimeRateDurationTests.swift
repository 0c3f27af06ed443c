import AppStorePayloads
import Foundation
import StoreAPI
import Testing

@Suite struct TimeRateDurationTests {
  private let anchor = Date(timeIntervalSince1970: 1_706_659_200)  // 31 January 2024

  @Test func `in real time a month-end subscription keeps its day`() {
    let month = period("P1M")

    let ends = (1...3).map { TimeRate.realTime.endDate(of: month, times: $0, from: anchor) }

    #expect(
      ends.map { $0.formatted(.iso8601.year().month().day()) } == [
        "2024-02-29", "2024-03-31", "2024-04-30",
      ])
  }

  @Test func `a very long period ends on a date that can be encoded and decoded`() throws {
    for timeRate in TimeRate.allCases {
      let end = timeRate.endDate(of: period("P10000Y"), times: 10_000, from: anchor)
      let text = try JSONEncoder.payload.encode([end])
      #expect(try JSONDecoder.payload.decode([Date].self, from: text) == [end], "\(timeRate)")
    }
  }

  @Test(arguments: [
    (TimeRate.monthlyRenewalEveryHour, [900, 3600, 7200, 10_800, 21_600, 43_200]),
    (.monthlyRenewalEveryThirtyMinutes, [600, 1800, 3600, 5400, 10_800, 21_600]),
    (.monthlyRenewalEveryFifteenMinutes, [300, 900, 1800, 2700, 5400, 10_800]),
    (.monthlyRenewalEveryFiveMinutes, [180, 300, 600, 900, 1800, 3600]),
    (.monthlyRenewalEveryThirtySeconds, [10, 30, 60, 90, 180, 360]),
    (.oneRenewalEveryFifteenMinutes, [900, 900, 900, 900, 900, 900]),
    (.oneRenewalEveryTwoSeconds, [2, 2, 2, 2, 2, 2]),
  ])
  func `a period takes as long as in Apple's table`(timeRate: TimeRate, seconds: [Int]) {
    let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"].map(period)

    #expect(periods.map { Int(length(of: $0, at: timeRate)) } == seconds)
  }

  @Test(arguments: [("P2W", 20), ("P7D", 10), ("P4M", 120), ("P2Y", 720)])
  func `a period that is not in Apple's table takes its share`(text: String, seconds: Int) {
    let length = length(of: period(text), at: .monthlyRenewalEveryThirtySeconds)

    #expect(Int(length) == seconds)
  }

  @Test func `an end date at an accelerated time rate has whole milliseconds`() {
    let end = TimeRate.monthlyRenewalEveryThirtySeconds.endDate(of: period("P3D"), from: anchor)

    #expect(end == end.wholeMilliseconds)
    #expect(end.millisecondsSince1970 - anchor.millisecondsSince1970 == 4286)
  }

  @Test func `periods count from the anchor at every time rate`() {
    for timeRate in TimeRate.allCases where timeRate != .realTime {
      let one = length(of: period("P1M"), at: timeRate)
      #expect(timeRate.endDate(of: period("P1M"), times: 12, from: anchor) == anchor + one * 12)
    }
  }

  @Test(arguments: [
    (TimeRate.realTime, 518_400, 1_382_400, 5_184_000), (.monthlyRenewalEveryHour, 771, 1800, 7200),
    (.monthlyRenewalEveryThirtyMinutes, 514, 900, 3600),
    (.monthlyRenewalEveryFifteenMinutes, 257, 450, 1800),
    (.monthlyRenewalEveryFiveMinutes, 154, 150, 600),
    (.monthlyRenewalEveryThirtySeconds, 9, 15, 60), (.oneRenewalEveryTenSeconds, 10, 10, 20),
  ])
  func `grace and billing retry last as long as in Apple's table`(
    timeRate: TimeRate, weekly: Int, longer: Int, retry: Int
  ) {
    #expect(timeRate.gracePeriod(.days16, for: period("P1W")).map { Int($0) } == weekly)
    #expect(timeRate.gracePeriod(.days16, for: period("P7D")).map { Int($0) } == weekly)
    #expect(timeRate.gracePeriod(.days16, for: period("P1M")).map { Int($0) } == longer)
    #expect(Int(timeRate.billingRetryPeriod) == retry)
  }

  private func length(of period: Period, at timeRate: TimeRate) -> TimeInterval {
    timeRate.endDate(of: period, from: anchor).timeIntervalSince(anchor)
  }

  private func period(_ text: String) -> Period {
    guard let period = Period(text) else { preconditionFailure("'\(text)' is not a period") }
    return period
  }
}
