package import Foundation
package import StoreAPI

extension Subscription {
  /// Extends the current period of an active subscription by whole days; later periods count from its
  /// new end.
  ///
  /// At an accelerated pace it is as long as a subscription period of these days, so at a pace of one
  /// renewal it is one renewal long. Source: "Extend a Subscription Renewal Date" in the documentation
  /// of the App Store Server API.
  ///
  /// - Parameters:
  ///   - days: 1 to 90.
  ///   - price: The price of the current period.
  ///   - now: The store's time.
  ///   - market: The pace.
  /// - Returns: The extension's event.
  /// - Throws: ``StoreAPI/StoreFault/invalidExtension(days:)`` and
  ///   ``StoreAPI/StoreFault/extensionRefused(_:reason:)``.
  package func extend(
    byDays days: Int, price: Decimal, at now: Date, in market: Market
  ) throws(StoreFault) -> [LedgerEvent] {
    guard (1...90).contains(days), let period = Period(days, .day) else {
      throw .invalidExtension(days: days)
    }
    if let reason = extensionRefusal(price: price, at: now) {
      throw .extensionRefused(productID, reason: reason)
    }
    return [
      .renewalDateExtended(
        groupID: groupID, date: now,
        expirationDate: market.pace.endDate(of: period, from: expirationDate))
    ]
  }

  private func extensionRefusal(price: Decimal, at now: Date) -> ExtensionRefusal? {
    if isInBillingRetry { return .billingIssue }
    if price == 0 { return .freePeriod }
    let recent = extensionDates.filter { now.timeIntervalSince($0) < 365 * 86_400 }
    return recent.count < 2 ? nil : .tooMany
  }
}
