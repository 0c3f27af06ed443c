package import Foundation
package import StoreAPI

/// How the periods of a subscription follow each other, counted from one anchor.
///
/// Months and years are counted together, and so are days and weeks, so that a subscription begun
/// on 31 December with two months at an offer's price renews monthly on 28 February, 31 March and
/// 30 April. Where the unit or the pace changes, a new anchor is set at the end of the last period.
package struct Cadence: Codable, Hashable, Sendable {
  package private(set) var anchor: Date
  package private(set) var pace: Pace
  /// The time that has been paid for since the anchor, as ``count`` of these units.
  package private(set) var unit: Period
  package private(set) var count: Int
  /// When the last period was ended before its time.
  private var cutDate: Date?

  enum CodingKeys: String, CodingKey, CaseIterable { case anchor, pace, unit, count, cutDate }

  /// A first period that begins at `date` and lasts `times` × `period`.
  package init(from date: Date, lasting period: Period, times: Int = 1, pace: Pace) {
    let step = Step(period, pace: pace)
    anchor = date
    self.pace = pace
    unit = step.unit
    count = step.count * times
  }

  /// When the last period ends, to the millisecond that storage and payloads can say.
  package var end: Date {
    cutDate ?? pace.endDate(of: unit, times: count, from: anchor).wholeMilliseconds
  }

  /// The cadence with its last period ending at `date`, which is in that period.
  package func cut(at date: Date) -> Cadence {
    var shorter = self
    shorter.cutDate = date
    return shorter
  }

  /// The cadence with one more period, which begins where the last one ends.
  package func continued(lasting period: Period, pace: Pace) -> Cadence {
    let step = Step(period, pace: pace)
    guard step.unit == unit, pace == self.pace, cutDate == nil else {
      return Cadence(from: end, lasting: period, pace: pace)
    }
    var longer = self
    longer.count += step.count
    return longer
  }
}

/// A period in the unit that it is counted in.
private struct Step {
  let unit: Period
  let count: Int

  /// At an accelerated pace a period is no sum of its months, so it is a unit of its own.
  init(_ period: Period, pace: Pace) {
    let parts: (Period.Unit, Int) =
      switch period.unit {
      case .day: (.day, 1)
      case .week: (.day, 7)
      case .month: (.month, 1)
      case .year: (.month, 12)
      }
    guard pace == .realTime, let unit = Period(1, parts.0) else {
      self.unit = period
      count = 1
      return
    }
    self.unit = unit
    count = period.value * parts.1
  }
}

extension Period {
  /// Whether both last equally long by name: `P1Y` and `P12M` do, `P1M` and `P4W` do not.
  package func isEquallyLong(as other: Period) -> Bool {
    let mine = Step(self, pace: .realTime)
    let theirs = Step(other, pace: .realTime)
    return mine.unit == theirs.unit && mine.count == theirs.count
  }
}
