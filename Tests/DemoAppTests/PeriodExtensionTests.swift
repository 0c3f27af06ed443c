import Foundation
import OpenStoreKit
import Testing

@testable import DemoApp

/// The extension of a period by the App Store, as its dates show it.
@Suite struct PeriodExtensionTests {
  private static let month = DateComponents(month: 1)
  private static let year = DateComponents(year: 1)
  private static let week = DateComponents(weekOfYear: 1)

  @Test(arguments: [
    ("2026-11-14", month, "2026-12-14"), ("2026-01-31", month, "2026-02-28"),
    ("2026-02-28", month, "2026-03-31"), ("2026-04-30", month, "2026-05-31"),
    ("2026-01-30", month, "2026-02-28"), ("2026-02-28", week, "2026-03-07"),
    ("2027-02-28", year, "2028-02-29"), ("2026-05-14", year, "2027-05-14"),
  ])
  func `a month, a year and a week end on their day, or by the month's end`(
    start: String, period: DateComponents, end: String
  ) {
    #expect(
      PeriodExtension.latestEnd(from: Sample.date("\(start)T10:00:00Z"), lasting: period)
        == Sample.date("\(end)T10:00:00Z"))
  }

  private func regularEnd(_ status: PlanStatus, in facts: StoreFacts = Sample.facts()) -> Date? {
    Store(facts).regularEnd(of: status.transaction)
  }

  @Test func `a period that ends later than it is long was extended`() {
    let extended = Sample.status(.pro, .subscribed, expires: "2026-12-30", began: "2026-11-14")
    #expect(regularEnd(extended) == Sample.date("2026-12-14T10:00:00Z"))
    #expect(regularEnd(Sample.status(.pro, .subscribed, began: "2026-11-14")) == nil)
  }

  @Test func `nothing is known of an offer, a plan that is not sold or a fast time rate`() {
    let extended = Sample.status(.pro, .subscribed, expires: "2026-12-30", began: "2026-11-14")
    let withoutPro = Sample.facts().with { $0.products.removeAll { $0.id == .pro } }
    #expect(regularEnd(extended.bought(.payUpFront)) == nil)
    #expect(regularEnd(extended, in: withoutPro) == nil)
    #expect(regularEnd(Sample.fastStatus(.subscribed, Sample.fastPeriod(from: 0))) == nil)
  }
}
