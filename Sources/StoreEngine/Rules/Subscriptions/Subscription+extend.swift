import AppStorePayloads
package import Foundation
package import StoreAPI

extension Subscription {
  /// Extends the current period of an active subscription by whole days; later periods count from
  /// its new end.
  ///
  /// At an accelerated time rate, these days, and the 365 days in which there are at most two
  /// extensions, are as long as ``StoreAPI/TimeRate/date(of:times:after:forPlanOf:)`` says: if every
  /// period is equally long, they are in proportion to the plan's period. Source: "Extend a
  /// Subscription Renewal Date" in the documentation of the App Store Server API.
  ///
  /// - Parameters:
  ///   - days: 1 to 90.
  ///   - price: The price of the current period.
  ///   - now: The store's time.
  ///   - snapshot: The catalogue snapshot, for the time rate.
  /// - Returns: The extension's event.
  /// - Throws: ``StoreAPI/StoreError/invalidExtension(days:)`` and
  ///   ``StoreAPI/StoreError/extensionRefused(productID:reason:)``.
  package func extend(
    byDays days: Int, price: Decimal, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    guard (1...90).contains(days), let period = Period(days, .day) else {
      throw .invalidExtension(days: days)
    }
    if let reason = extensionRefusal(price: price, at: now, timeRate: snapshot.rules.timeRate) {
      throw .extensionRefused(productID: productID, reason: reason)
    }
    return [
      .renewalDateExtended(
        groupID: groupID, date: now,
        expirationDate: snapshot.rules.timeRate.date(
          of: period, after: expirationDate, forPlanOf: term.period))
    ]
  }

  private func extensionRefusal(
    price: Decimal, at now: Date, timeRate: TimeRate
  ) -> ExtensionError? {
    if isInBillingRetry { return .billingIssue }
    if price == 0 { return .freePeriod }
    guard let year = Period(365, .day) else { return nil }
    let recent = extensionDates.filter {
      now < timeRate.date(of: year, after: $0, forPlanOf: term.period)
    }
    return recent.count < 2 ? nil : .tooMany
  }
}
