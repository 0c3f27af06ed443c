import Foundation
import StoreAPI
import Testing

@Suite struct DurationTests {
  @Test(arguments: [
    ("P1M", "P1M"), ("P1Y2M3DT4H5M6S", "P1Y2M3DT4H5M6S"), ("P2W", "P14D"), ("P1W1D", "P8D"),
    ("PT30S", "PT30S"), ("P1M2D", "P1M2D"), ("P0D", "P0D"), ("PT5M", "PT5M"),
  ])
  func `a duration's description has weeks as days`(text: String, description: String) {
    #expect(CalendarDuration(text)?.description == description)
  }

  @Test(arguments: [
    "", "P", "PT", "P1", "P1H", "PT1D", "P1D1M", "P1M1M", "P-1M", "P+1M", "P1MT", "P1.5M",
    "P1Y\u{661}M", "P\u{FF11}M", "P1\u{301}M", "-P1M", "p1m", " P1M", "P1M ", "P1M\n", "P 1M",
    "P1M and more", "1M", "P99999999999Y", "PT99999999999S",
  ])
  func `a text that is not a duration is refused`(text: String) {
    #expect(CalendarDuration(text) == nil)
  }

  /// In each row another order of the units gives another date.
  @Test(arguments: [
    ("2024-02-29T12:00:00Z", "P1Y1M", "2025-03-28T12:00:00Z"),
    ("2024-01-30T12:00:00Z", "P1M1D", "2024-03-01T12:00:00Z"),
    ("2023-02-28T12:00:00Z", "P1Y1D", "2024-02-29T12:00:00Z"),
    ("2024-01-30T23:00:00Z", "P1MT1H", "2024-03-01T00:00:00Z"),
    ("2024-01-31T12:00:00Z", "P1M1DT1H", "2024-03-01T13:00:00Z"),
  ])
  func `a duration is added largest unit first, and month ends stay in their month`(
    start: String, duration: String, end: String
  ) throws {
    let date = try Date(start, strategy: .iso8601)

    #expect(CalendarDuration(duration)?.added(to: date)?.formatted(.iso8601) == end)
  }

  /// Days first would be the end of February each time.
  @Test(arguments: [
    ("P1M1D", "2024-01-30", "2024-03-01"), ("P1M1D", "2026-01-30", "2026-03-01"),
    ("P1Y1D", "2024-02-28", "2025-03-01"),
  ])
  func `a duration's years and months are added before its days`(
    text: String, start: String, end: String
  ) throws {
    let date = try Date(start + "T12:00:00Z", strategy: .iso8601)

    let sum = try #require(CalendarDuration(text)).added(to: date)

    #expect(sum?.formatted(.iso8601.year().month().day()) == end)
  }
}
