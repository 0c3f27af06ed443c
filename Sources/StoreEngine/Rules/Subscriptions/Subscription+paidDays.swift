import AppStorePayloads
import Foundation

extension Subscription {
  /// Returns the subscription with the days of its present period added to those that were paid
  /// before.
  ///
  /// Decisions and replayed events count with this function, so they agree whatever number an event
  /// of an earlier version has.
  ///
  /// - Parameters:
  ///   - past: The group's subscription before the period; `nil` if there was none.
  ///   - transaction: The transaction that charged the period.
  /// - Returns: The subscription with its paid days.
  func countingPaidDays(
    after past: Subscription?, of transaction: LedgerTransaction
  ) -> Subscription {
    var counted = self
    counted.paidDays = (past?.paidDays ?? 0).clampedSum(days(paidBy: transaction))
    return counted
  }

  /// A purchase begins a billing cycle, which counts all periods of an offer that is paid up front.
  ///
  /// A renewal adds one period.
  private func days(paidBy transaction: LedgerTransaction) -> Int {
    guard transaction.price > 0 else { return 0 }
    return switch transaction.reason {
    case .purchase: term.billingCycle.days
    case .renewal: (transaction.period?.offer?.period ?? term.period).days
    }
  }
}
