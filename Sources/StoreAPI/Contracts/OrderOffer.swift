package import AppStorePayloads

/// An offer that an order names; without one, the store chooses the introductory offer.
package enum OrderOffer: Codable, Hashable, Sendable {
  /// The win-back offer with this ID.
  case winBack(id: String)
  /// The app's server decides whether the customer may have the introductory offer; it has signed
  /// its decision.
  case introductoryOfferEligibility(compactJWS: String)
  /// The promotional offer with this ID, which the app's server gives to the customer.
  case promotional(id: String, signature: OfferSignature)
  /// The promotional offer with this ID; the app's server has signed a JWS about it.
  case promotionalJWS(id: String, compactJWS: String)
  /// The offer of a code, in capital letters.
  case code(code: String)

  // In JSON the name is the only key: `{"winBack": {"id": "comeback"}}`.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case winBack, introductoryOfferEligibility, promotional, promotionalJWS, code
  }

  package enum WinBackCodingKeys: String, CodingKey, CaseIterable { case id }
  package enum IntroductoryOfferEligibilityCodingKeys: String, CodingKey, CaseIterable {
    case compactJWS
  }
  package enum PromotionalCodingKeys: String, CodingKey, CaseIterable { case id, signature }
  package enum CodeCodingKeys: String, CodingKey, CaseIterable { case code }
  package enum PromotionalJWSCodingKeys: String, CodingKey, CaseIterable { case id, compactJWS }
}

extension OrderOffer {
  /// The offer code; `nil` for another offer.
  package var offerCode: String? {
    if case .code(let code) = self { code } else { nil }
  }

  /// The app's account that the offer was signed for, which the order must have too.
  package var appAccountToken: LowercaseUUID? {
    if case .promotional(_, let signature) = self { signature.appAccountToken } else { nil }
  }
}
