import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// A plan at an accelerated time rate, at which several periods end on one day.
@Suite struct FastTimeRateSnapshotTests {
  @Test(
    arguments: [
      ("fast", Sample.fastStatus(.subscribed, Sample.fastPeriod(from: 60)), [("h", "-history")]),
      (
        "fast-changing",
        Sample.fastStatus(.subscribed, Sample.fastPeriod(from: 60), next: .standard),
        [("s", "-shop")]
      ),
      ("fast-grace", Sample.fastStatus(.inGracePeriod, Sample.fastPeriod(from: 30), grace: 90), []),
      ("fast-ended", Sample.fastStatus(.expired, Sample.fastPeriod(from: 30), next: nil), []),
    ] as [(String, PlanStatus, [(String, String)])])
  func `if a period lasts half a minute, each date has its time`(
    name: String, status: PlanStatus, more: [(String, String)]
  ) async throws {
    let past = [
      Sample.fastPeriod(from: 0, number: 1), Sample.fastPeriod(from: 30, number: 2),
      Sample.fastPeriod(from: 60, number: 3),
    ]
    var demo = await Self.demo(status, past, at: "2026-11-21T10:01:15Z")
    for (key, place) in [("m", ""), ("a", "-account")] + more {
      demo.type(key)
      try expectPictures(of: demo, named: "state-\(name)\(place)")
    }
  }

  @Test(arguments: [("", "m"), ("-account", "a"), ("-history", "h")])
  func `what ended yesterday has its day and its time`(place: String, key: String) async throws {
    let status = Sample.fastStatus(.expired, Sample.fastPeriod(from: 30), next: nil)
    var demo = await Self.demo(
      status, [Sample.fastPeriod(from: 0, number: 1), Sample.fastPeriod(from: 30, number: 2)],
      at: "2026-11-22T09:00:00Z")
    demo.type(key)
    try expectPictures(of: demo, named: "state-fast-ended-yesterday\(place)")
  }

  @Test func `a period across midnight says on which day it ends, and no count of days`()
    async throws
  {
    let midnight = 14.0 * 3600
    let period = Sample.fastPeriod(from: midnight - 15)
    var demo = await Self.demo(
      Sample.fastStatus(.subscribed, period),
      [Sample.fastPeriod(from: midnight - 45, number: 1), period], at: "2026-11-21T23:59:50Z")
    demo.type("a")
    try expectPictures(of: demo, named: "state-fast-midnight-account")
  }

  /// The app of a customer with these periods of Pro, the first one bought.
  private static func demo(
    _ status: PlanStatus, _ periods: [Owned], at now: String
  ) async -> Demo {
    let past = periods.filter { $0.purchaseDate <= status.transaction.purchaseDate }
    var demo = await Sample.demo(
      Sample.facts(eligible: false).with {
        $0.now = Sample.date(now)
        $0.statuses = [status]
        $0.planChanges = [.pro: .never, .premium: .atRenewal, .standard: .atRenewal]
      })
    demo.send(
      .history(
        History(
          past.map {
            HistoryEntry(
              owned: $0, groupID: "3F19ED53", isRenewal: $0.transactionID > 1,
              displayPrice: "$4.99", displayRefund: "-$4.99")
          })))
    return demo
  }
}
