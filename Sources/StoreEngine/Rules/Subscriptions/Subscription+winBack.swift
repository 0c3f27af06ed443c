import AppStorePayloads
package import Foundation
import StoreAPI

extension Subscription {
  /// Returns the IDs of the win-back offers that the customer may redeem now, the best first.
  ///
  /// These are the offers of the last plan in the order of the file, then those of the other plans
  /// of the group by their level. Source: `eligibleWinBackOfferIds` of
  /// "JWSRenewalInfoDecodedPayload".
  package func eligibleWinBackOfferIDs(at now: Date, in snapshot: CatalogueSnapshot) -> [String] {
    guard canBeWonBack else { return [] }
    let plans = snapshot.products.values
      .filter { $0.subscription?.groupID == groupID }
      .sorted { rank($0) < rank($1) }
    return plans.flatMap { $0.subscription?.winBackOffers ?? [] }
      .filter { isEligible(for: $0, at: now, in: snapshot) }.compactMap(\.id)
  }

  /// Returns whether the customer may redeem a win-back offer now.
  ///
  /// Only a subscription that has expired can be won back; one in its grace period or in billing
  /// retry, or one that was refunded, cannot. Source: "Set up win-back offers" in App Store Connect
  /// Help.
  func isEligible(for offer: StoreOffer, at now: Date, in snapshot: CatalogueSnapshot) -> Bool {
    guard canBeWonBack else { return false }
    guard let rules = offer.eligibility?.rules else { return offer.eligibility?.isEligible ?? true }
    let timeRate = snapshot.rules.timeRate
    return paidDays >= (rules.minimumPaidMonths ?? 0).clampedProduct(30)
      && (rules.minimumMonthsSinceEnd.map { date($0, expirationDate, timeRate) <= now } ?? true)
      && (rules.maximumMonthsSinceEnd.map { now <= date($0, expirationDate, timeRate) } ?? true)
      && isLongEnough(since: lastWinBackDate, months: rules.monthsBetweenOffers, now, timeRate)
  }

  private var canBeWonBack: Bool { expirationIntent != nil && revocationDate == nil }

  private func isLongEnough(
    since last: Date?, months: Int?, _ now: Date, _ timeRate: TimeRate
  ) -> Bool {
    guard let last, let months else { return true }
    return date(months, last, timeRate) <= now
  }

  /// Returns the date a number of months after `start`.
  ///
  /// If every period is equally long, months are in proportion to the last plan's period.
  private func date(_ months: Int, _ start: Date, _ timeRate: TimeRate) -> Date {
    Period(1, .month).map {
      timeRate.date(of: $0, times: months, after: start, forPlanOf: term.period)
    } ?? start
  }

  /// The last plan is first, then the levels.
  private func rank(_ product: StoreProduct) -> (Int, String) {
    (product.id == productID ? 0 : product.subscription?.groupLevel ?? .max, product.id)
  }
}
