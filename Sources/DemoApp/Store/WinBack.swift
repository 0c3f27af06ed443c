import Foundation
import OpenStoreKit
import TerminalUI
import VisibleText

/// A product that the customer had and can buy again.
struct WinBack: Equatable {
  /// The product to buy; `nil` if there is none for sale.
  var productID: String?
  /// A sentence about how it ended.
  let ended: String
  /// The title of its button, with the product and its price; `nil` without a product.
  var button: String?
  /// The subscription group that ended; `nil` for a car or a pass.
  var groupID: String?
  /// Whether the App Store refunded it.
  var isRefunded = false
}

extension Store {
  /// The offers to a former customer.
  ///
  /// Each group is decided separately: a plan that has ended is offered whatever else the customer
  /// has. Cars and passes are offered only if the customer now owns nothing. A plan in billing
  /// retry is not offered.
  var winBacks: [WinBack] {
    let past = customer == .inactive ? cars + passes : []
    return groups.compactMap { winBack($0) } + past.compactMap { winBack($0) }
  }

  /// The win-back offer that a purchase of this plan would use; `nil` for the regular terms.
  ///
  /// The App Store says which offers this customer is eligible for.
  package func winBackOffer(for product: ProductRow) -> ProductRow.Offer? {
    guard let plan = product.plan, let own = ownStatus(inGroup: plan.groupID), own.isVerified,
      own.state == .expired
    else { return nil }
    return own.renewal.eligibleWinBackOfferIDs.lazy
      .compactMap { id in plan.winBackOffers.first { $0.id == id } }.first
  }

  /// The offer that a purchase would use now: for a former customer a win-back offer, for a new one
  /// the introductory offer, and otherwise the promotional offer for a subscriber of the group.
  func offer(for product: ProductRow) -> ProductRow.Offer? {
    winBackOffer(for: product) ?? product.plan?.introductoryOffer ?? promotionalOffer(for: product)
  }

  /// The promotional offer that the app's server gives to a present or former subscriber of the
  /// group; `nil` while an offer is still to come, which it would replace.
  private func promotionalOffer(for product: ProductRow) -> ProductRow.Offer? {
    guard let plan = product.plan, let own = ownStatus(inGroup: plan.groupID), own.isVerified,
      !own.hasOfferToCome
    else { return nil }
    return plan.promotionalOffers?.first
  }

  /// The whole terms of the offer that a purchase would use now; `nil` for the regular price and for
  /// a plan that the customer has.
  func offerText(for product: ProductRow) -> String? {
    guard !state(of: product.id).isActive, offer(for: product) != nil else { return nil }
    return terms(of: product).capitalizedFirst + "."
  }

  /// The whole terms of a purchase now: "3 months for $4.99, then $4.99 / month".
  package func terms(of product: ProductRow) -> String { product.terms(with: offer(for: product)) }

  /// The plan with the best win-back offer of the group, or the plan that the customer had, or if it
  /// is no longer sold the highest one.
  ///
  /// Another group may have an offer with the same ID.
  private func winBack(_ group: PlanGroup) -> WinBack? {
    let status = group.status
    guard status.isVerified, status.state == .expired || status.state == .revoked else {
      return nil
    }
    let sold = plans.filter { $0.plan?.groupID == group.id }
    let own = ownStatus(inGroup: group.id) ?? status
    let offered = own.renewal.eligibleWinBackOfferIDs.lazy
      .compactMap { id in sold.first { winBackOffer(for: $0)?.id == id } }.first
    if let product = offered ?? product(group.productID) {
      return WinBack(
        productID: product.id, ended: ended(status),
        button: button("Come back to \(product.displayName)", product), groupID: group.id,
        isRefunded: status.state == .revoked)
    }
    let next = sold.min { ($0.plan?.groupLevel ?? 0) < ($1.plan?.groupLevel ?? 0) }
    return WinBack(
      productID: next?.id, ended: ended(status),
      button: next.map { button("\($0.displayName) instead", $0) }, groupID: group.id,
      isRefunded: status.state == .revoked)
  }

  private func button(_ title: String, _ product: ProductRow) -> String {
    "\(title) \(Glyphs.bullet) \(terms(of: product))"
  }

  private func winBack(_ product: ProductRow) -> WinBack? {
    let status = productStatus(of: product.id)
    guard status.state == .revoked || status.state == .expired,
      let transaction = status.transaction
    else { return nil }
    return WinBack(
      productID: product.id, ended: ending(of: product.id, transaction),
      button: button("Get \(product.displayName) again", product),
      isRefunded: status.state == .revoked)
  }

  /// Returns a sentence about how a plan ended, and why if the customer did not choose it.
  func ended(_ status: PlanStatus) -> String {
    let sentence = ending(of: status.renewal.currentProductID, status.transaction)
    guard case .expired(let reason) = status.situation, !status.transaction.isFamilyShared
    else { return sentence }
    switch reason {
    case .billingError: return "\(sentence) The payment failed."
    case .didNotConsentToPriceIncrease: return "\(sentence) You did not agree to the new price."
    case .productUnavailable: return "\(sentence) It is no longer for sale."
    default: return sentence
    }
  }

  private func ending(of id: String, _ transaction: Owned) -> String {
    let dates = dates(of: transaction)
    if let date = transaction.revocationDate {
      return transaction.isFamilyShared
        ? "Family Sharing of \(name(of: id)) ended on \(dates.full(date))."
        : "\(name(of: id)) was refunded on \(dates.full(date))."
    }
    return "\(name(of: id)) ended on \(dates.full(transaction.expirationDate ?? now))."
  }
}

extension PlanStatus {
  /// Whether its next period has another offer than the present one.
  fileprivate var hasOfferToCome: Bool {
    renewal.offer != nil && renewal.offer != transaction.offer
  }
}
