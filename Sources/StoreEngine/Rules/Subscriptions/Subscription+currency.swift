import AppStorePayloads
import Foundation
import StoreAPI

// An amount that was agreed in one currency is never used in another.
//
// If the store's storefront gets another currency, the prices end that a subscriber keeps, was
// asked about, or owes for a failed renewal. From then on, the subscription renews at the price of
// the new storefront, without a question: prices in two currencies cannot be compared. A plan whose
// renewal is off stays off, even if its customer had declined a price.
//
// The rest of an offer continues, and an offer that was redeemed for the next period begins, at the
// price that the plan's offer has in the new storefront. If the plan no longer has such an offer,
// the number stays, rounded to the new currency's digits. The same applies to a revoked plan,
// because its refund can be reversed.
//
// Transactions keep the currency in which they were charged, and so do their refunds: a quote does
// not show the refund of an upgrade if its currency differs.
//
// If both storefronts have the same currency, nothing ends.
//
// Source: "Storefront", and "Manage pricing for auto-renewable subscriptions" in App Store Connect
// Help: a price is preserved for a storefront.

extension Ledger {
  /// Returns the events that end the prices agreed in another currency.
  ///
  /// - Parameter snapshot: The new storefront's catalogue, including the products that are not for sale:
  ///   those may be sold again.
  /// - Returns: The events; none if there are no such prices.
  package func endAgreedPrices(in snapshot: CatalogueSnapshot) -> [LedgerEvent] {
    subscriptions.values.sorted { $0.groupID < $1.groupID }
      .flatMap { $0.endAgreedPrices(in: snapshot) }
  }
}

extension Subscription {
  fileprivate func endAgreedPrices(in snapshot: CatalogueSnapshot) -> [LedgerEvent] {
    guard expirationIntent == nil else { return [] }
    return endFailedPrice() + changePrice(nil, preserved: [:]) + changeOfferPrice(in: snapshot)
      + changeNextOfferPrice(in: snapshot)
  }

  /// A renewal that has failed costs the new storefront's price from now on.
  private func endFailedPrice() -> [LedgerEvent] {
    guard var issue = billingIssue, issue.renewalPrice != nil else { return [] }
    issue.renewalPrice = nil
    return [.billingIssueChanged(groupID: groupID, issue: issue)]
  }

  /// The rest of an offer costs as much as the offer in the new storefront.
  private func changeOfferPrice(in snapshot: CatalogueSnapshot) -> [LedgerEvent] {
    guard let offer = term.offer?.offer else { return [] }
    let price = offer.price(forPlan: productID, in: snapshot)
    return price == offer.price ? [] : [.offerPriceChanged(groupID: groupID, price: price)]
  }

  private func changeNextOfferPrice(in snapshot: CatalogueSnapshot) -> [LedgerEvent] {
    guard let nextOffer else { return [] }
    let price = nextOffer.price(forPlan: autoRenewPreference, in: snapshot)
    return price == nextOffer.price
      ? [] : [.nextOfferPriceChanged(groupID: groupID, price: price)]
  }
}

extension StoreOffer {
  /// Returns the price of the same offer among the plan's offers; if the plan has none, this
  /// offer's price, rounded to the currency's digits.
  fileprivate func price(forPlan productID: String, in snapshot: CatalogueSnapshot) -> Decimal {
    let offers = snapshot.products[productID]?.subscription?.offers ?? []
    return offers.first(where: isSameOffer)?.price
      ?? price.rounded(to: snapshot.storefront.currency)
  }

  /// Whether the other offer differs at most in its price and its eligibility.
  private func isSameOffer(as other: StoreOffer) -> Bool {
    (id, type, discountType, period) == (other.id, other.type, other.discountType, other.period)
  }
}

extension StoreSubscription {
  fileprivate var offers: [StoreOffer] {
    [introductoryOffer].compactMap { $0 } + promotionalOffers + winBackOffers
  }
}
