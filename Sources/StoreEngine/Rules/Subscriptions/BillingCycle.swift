package import AppStorePayloads
package import Foundation
package import StoreAPI

/// Computes the periods of a subscription from one anchor.
///
/// Months and years are counted together, and so are days and weeks. So a subscription that began
/// on 31 December with two months at an offer's price renews on 28 February, 31 March and 30 April.
/// If the unit or the time rate changes, the end of the last period becomes the new anchor.
package struct BillingCycle: Codable, Hashable, Sendable {
  package private(set) var anchor: Date
  package private(set) var timeRate: TimeRate
  /// The unit in which the time since the anchor is counted; ``count`` of them are paid for.
  package private(set) var unit: Period
  package private(set) var count: Int
  /// The end of the last period, if it was ended early or extended.
  private var movedEnd: Date?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case anchor
    case timeRate = "pace"
    case unit, count
    case movedEnd = "cutDate"
  }

  /// Creates a billing cycle whose first period begins at `date` and lasts `times` × `period`.
  package init(from date: Date, lasting period: Period, times: Int = 1, timeRate: TimeRate) {
    let counted = CountedPeriod(period, timeRate: timeRate)
    anchor = date
    self.timeRate = timeRate
    unit = counted.unit
    count = counted.count.clampedProduct(times)
  }

  /// The end of the last period, in whole milliseconds, which storage and payloads can have.
  package var end: Date {
    movedEnd ?? timeRate.endDate(of: unit, times: count, from: anchor).wholeMilliseconds
  }

  /// The days of all periods, as ``AppStorePayloads/Period/days`` counts them.
  var days: Int { unit.days.clampedProduct(count) }

  /// Returns the billing cycle with its last period ended at `date`, early or late.
  package func ending(at date: Date) -> BillingCycle {
    var moved = self
    moved.movedEnd = date
    return moved
  }

  /// Returns the billing cycle with one more period, which begins at the end of the last one.
  package func continued(lasting period: Period, timeRate: TimeRate) -> BillingCycle {
    let counted = CountedPeriod(period, timeRate: timeRate)
    guard counted.unit == unit, timeRate == self.timeRate, movedEnd == nil else {
      return BillingCycle(from: end, lasting: period, timeRate: timeRate)
    }
    var longer = self
    longer.count = count.clampedSum(counted.count)
    return longer
  }
}

/// A period in the unit that it is counted in.
private struct CountedPeriod {
  let unit: Period
  let count: Int

  /// At an accelerated time rate a year does not last twelve months, so each period is its own unit.
  init(_ period: Period, timeRate: TimeRate) {
    let parts: (Period.Unit, Int) =
      switch period.unit {
      case .day: (.day, 1)
      case .week: (.day, 7)
      case .month: (.month, 1)
      case .year: (.month, 12)
      }
    guard timeRate == .realTime, let unit = Period(1, parts.0) else {
      self.unit = period
      count = 1
      return
    }
    self.unit = unit
    count = period.value * parts.1
  }
}

extension Period {
  /// Returns whether both periods have the same length in the calendar: `P1Y` and `P12M` have,
  /// `P1M` and `P4W` do not.
  package func isEquallyLong(as other: Period) -> Bool {
    let mine = CountedPeriod(self, timeRate: .realTime)
    let theirs = CountedPeriod(other, timeRate: .realTime)
    return mine.unit == theirs.unit && mine.count == theirs.count
  }
}
