import Foundation
package import StoreAPI

/// The offer that an order asks for.
package enum SaleOffer: Hashable, Sendable {
  /// The introductory offer, if the customer is eligible for it.
  case automatic
  /// The win-back offer with this ID.
  case winBack(String)
  /// The introductory offer if the app's server allows it, whatever the customer has used before.
  ///
  /// The `nonce` is that of the decision's signature, which is used once. Source:
  /// "introductoryOfferEligibility(compactJWS:)" of StoreKit.
  case introductory(isAllowed: Bool, nonce: OfferNonce? = nil)
  /// A signed offer that is refused, unless the order was settled before.
  case refused(StoreFault)

  /// The nonce of the offer's signature.
  var nonce: OfferNonce? {
    if case .introductory(_, let nonce) = self { nonce } else { nil }
  }

  /// Checks that a new sale may have the offer's signature.
  ///
  /// - Throws: ``StoreAPI/StoreFault/invalidOfferSignature(_:)``.
  func checkSignature(used: Set<OfferNonce>) throws(StoreFault) {
    if case .refused(let fault) = self { throw fault }
    guard let nonce, used.contains(nonce) else { return }
    throw .invalidOfferSignature("its nonce was used already: sign a new one")
  }

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
    case .refused(let fault):
      throw fault
    case .introductory(let isAllowed, _):
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
