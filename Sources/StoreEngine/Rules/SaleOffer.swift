import Foundation
import StoreAPI

/// The offer that an order asks for.
package enum SaleOffer: Hashable, Sendable {
  /// The introductory offer, if the customer is eligible for it.
  case automatic
  /// The win-back offer with this ID.
  case winBack(String)
  /// The introductory offer if the app's server allows it, whatever the customer has used before.
  ///
  /// Source: "introductoryOfferEligibility(compactJWS:)" of StoreKit.
  case introductory(isAllowed: Bool)

  /// Returns the offer with which a plan would begin now; `nil` without an offer.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unknownOffer(_:)`` and
  ///   ``StoreAPI/StoreFault/ineligibleForOffer(_:)``.
  func terms(
    of plan: StoreSubscription, after past: Subscription?, at now: Date, in market: Market
  ) throws(StoreFault) -> StoreOffer? {
    switch self {
    case .automatic:
      return IntroductoryOfferEligibility(past).offer(of: plan)
    case .introductory(let isAllowed):
      return isAllowed && past?.isActive != true ? plan.introductoryOffer : nil
    case .winBack(let id):
      guard let offer = plan.winBackOffers.first(where: { $0.id == id }) else {
        throw .unknownOffer(id)
      }
      guard let past, past.isEligible(for: offer, at: now, in: market) else {
        throw .ineligibleForOffer(id)
      }
      return offer
    }
  }
}
