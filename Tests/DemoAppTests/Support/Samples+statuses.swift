import Foundation
import OpenStoreKit

@testable import DemoApp

// Statuses that few tests need.
extension Sample {
  /// Pro with renewal off, and the plan that it would renew as.
  static func waiting(_ next: String) -> PlanStatus {
    let status = status(.pro, .subscribed)
    var renewal = PlanStatus.Renewal(
      currentProductID: .pro, willAutoRenew: false, autoRenewPreference: next)
    renewal.renewalPrice = price("2.99")
    return PlanStatus(
      groupID: status.groupID, state: status.state, transaction: status.transaction,
      renewal: renewal)
  }

  /// A period of Pro at an accelerated time rate, from `start` seconds after ten o'clock.
  static func fastPeriod(
    from start: Double, lasting length: Double = 30, number: UInt64 = 2_000_000_007
  ) -> Owned {
    let start = date("2026-11-21T10:00:00Z").addingTimeInterval(start)
    return Owned(
      transactionID: number, productID: .pro, kind: .autoRenewable, purchaseDate: start,
      expirationDate: start.addingTimeInterval(length), originalID: originalID,
      price: price("4.99"))
  }

  /// The status of Pro in such a period.
  static func fastStatus(
    _ state: SubscriptionRenewalState, _ period: Owned, next: String? = .pro, grace: Double? = nil
  ) -> PlanStatus {
    PlanStatus(
      groupID: "3F19ED53", state: state, transaction: period,
      renewal: PlanStatus.Renewal(
        currentProductID: .pro, willAutoRenew: next != nil, autoRenewPreference: next,
        expirationReason: state == .expired ? .autoRenewDisabled : nil,
        gracePeriodExpirationDate: grace.map {
          date("2026-11-21T10:00:00Z").addingTimeInterval($0)
        }, renewalDate: period.expirationDate,
        renewalPrice: next.map { price($0 == .standard ? "2.99" : "4.99") }))
  }
}
