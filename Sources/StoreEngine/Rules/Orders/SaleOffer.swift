import AppStorePayloads
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
  /// The promotional offer with this ID, which the app's server gives to the customer.
  ///
  /// The `nonce` is that of its signature, which is used once.
  case promotional(String, nonce: OfferNonce? = nil)
  /// The offer of a code.
  case code(StoredOfferCode)
  /// An offer that is refused, unless the order was settled before.
  case refused(StoreError)

  /// The nonce of the offer's signature.
  var nonce: OfferNonce? {
    switch self {
    case .introductory(_, let nonce), .promotional(_, let nonce): nonce
    case .automatic, .winBack, .code, .refused: nil
    }
  }

  /// The text of the code; `nil` without a code.
  var codeText: String? { offerCode?.code.code }

  /// The code; `nil` for another offer.
  var offerCode: StoredOfferCode? {
    if case .code(let code) = self { code } else { nil }
  }

  /// Checks that a new sale of a product may have the offer's signature or code.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)``, the error with which the offer is
  ///   refused, and those of ``StoredOfferCode/check(_:for:at:)``.
  func check(
    for productID: String, used: Set<OfferNonce>, _ codes: [String: OfferCodeUse], at now: Date
  ) throws(StoreError) {
    if case .refused(let error) = self { throw error }
    if let offerCode {
      try offerCode.check(codes[offerCode.code.code], for: productID, at: now)
    }
    guard let nonce, used.contains(nonce) else { return }
    throw .invalidOfferSignature(reason: "its nonce was already used: sign a new one")
  }

  /// The ID of the offer that the order names; `nil` if it names none, or the introductory offer.
  var namedID: String? {
    switch self {
    case .winBack(let id), .promotional(let id, _): id
    case .code(let code): code.code.reference
    case .automatic, .introductory, .refused: nil
    }
  }

  /// Returns the offer with which a plan would begin now, or renew; `nil` without an offer.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownOffer(offerID:)``,
  ///   ``StoreAPI/StoreError/ineligibleForOffer(offerID:reason:begins:)`` and
  ///   ``StoreAPI/StoreError/invalidOfferPrice(offerID:)``.
  func terms(
    of product: StoreProduct, _ plan: StoreSubscription, after past: Subscription?, at now: Date,
    in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> StoreOffer? {
    switch self {
    case .automatic:
      return IntroductoryOfferEligibility(past).offer(of: plan)
    case .refused(let error):
      throw error
    case .introductory(let isAllowed, _):
      return isAllowed && past?.isActive != true ? plan.introductoryOffer : nil
    case .winBack(let id):
      return try plan.winBackOffer(id, after: past, at: now, in: snapshot)
    case .code(let code):
      let offer = try code.offer(after: past, in: product.currency)
      try past?.checkForOfferToCome(before: code.code.reference, in: snapshot)
      let introductory = IntroductoryOfferEligibility(past).offer(of: plan)
      return code.terms.offer?.isStackable == true ? introductory ?? offer : offer
    case .promotional(let id, _):
      let offer = try plan.promotionalOffer(id, insteadOf: product.price, after: past)
      try past?.checkForOfferToCome(before: id, in: snapshot)
      return offer
    }
  }
}

extension Subscription {
  /// Checks that the customer does not lose an offer that they have redeemed and that is still to begin.
  ///
  /// An order with another offer would replace it. While renewal is off, it begins only if that is turned
  /// on again, so the customer can choose another.
  ///
  /// - Throws: ``StoreAPI/StoreError/ineligibleForOffer(offerID:reason:begins:)``.
  fileprivate func checkForOfferToCome(
    before id: String, in snapshot: CatalogueSnapshot
  ) throws(StoreError) {
    guard isActive, willAutoRenew, nextOffer != nil else { return }
    throw .ineligibleForOffer(
      offerID: id, reason: .offerRedeemed, begins: beginOfNextOffer(in: snapshot))
  }
}

extension StoreSubscription {
  /// Returns the win-back offer with this ID, for a customer with this past in its group.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownOffer(offerID:)`` and
  ///   ``StoreAPI/StoreError/ineligibleForOffer(offerID:reason:begins:)``.
  fileprivate func winBackOffer(
    _ id: String, after past: Subscription?, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> StoreOffer {
    guard let offer = winBackOffers.first(where: { $0.id == id }) else {
      throw .unknownOffer(offerID: id)
    }
    guard let past, past.isEligible(for: offer, at: now, in: snapshot) else {
      throw .ineligibleForOffer(
        offerID: id, reason: past?.isActive == false ? .conditionsNotMet : OfferError(past))
    }
    return offer
  }

  /// Returns the promotional offer with this ID, for a customer with this past in its group.
  ///
  /// Only present and former subscribers can have it. Source: "Set up promotional offers for
  /// auto-renewable subscriptions" in App Store Connect Help.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownOffer(offerID:)``,
  ///   ``StoreAPI/StoreError/ineligibleForOffer(offerID:reason:begins:)``, and
  ///   ``StoreAPI/StoreError/invalidOfferPrice(offerID:)`` unless it costs less than the plan.
  fileprivate func promotionalOffer(
    _ id: String, insteadOf price: Decimal, after past: Subscription?
  ) throws(StoreError) -> StoreOffer {
    guard let offer = promotionalOffers.first(where: { $0.id == id }) else {
      throw .unknownOffer(offerID: id)
    }
    guard past != nil else { throw .ineligibleForOffer(offerID: id, reason: .neverSubscribed) }
    guard offer.isDiscount(on: price, for: period) else { throw .invalidOfferPrice(offerID: id) }
    return offer
  }
}

extension OfferError {
  /// Creates the reason why a customer with this past in the group cannot have an offer.
  init(_ past: Subscription?) {
    self = past.map { $0.isActive ? .subscribed : .lapsed } ?? .neverSubscribed
  }
}

extension SaleOffer {
  /// Returns the offer that follows the introductory offer with which a plan begins; `nil` if none
  /// does.
  ///
  /// Source: "Set up subscription offer codes" in App Store Connect Help: new subscribers may redeem a
  /// code in addition to the introductory offer.
  func offer(after first: StoreOffer?, in currency: String) -> StoreOffer? {
    guard first?.type == .introductory else { return nil }
    return offerCode?.terms.offer?.offer.priced(in: currency)
  }
}

extension StoreOffer {
  /// Whether it costs less than a plan whose periods of this length cost this price.
  fileprivate func isDiscount(on price: Decimal, for period: Period) -> Bool {
    discountType == .freeTrial
      || self.price * Decimal(period.days) < price * Decimal(self.period.days)
  }
}
