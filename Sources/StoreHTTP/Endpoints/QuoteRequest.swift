package import AppStorePayloads
package import StoreAPI

/// The parameters of a request for a quote.
///
/// A query has no nested values, so each value of an offer is a parameter.
package struct QuoteRequest: SchemaCodable, Hashable {
  package var productID: String
  package var quantity: Int
  /// The ID of the win-back offer that the order would name.
  package var winBackOffer: String?
  /// The compact JWS of the app's server that the order would have.
  package var introductoryOfferEligibility: String?
  /// The ID of the promotional offer that the order would name.
  package var promotionalOffer: String?
  /// The JWS for ``promotionalOffer``; without it, the order has the last five values.
  package var compactJWS: String?
  /// The offer code that the order would have.
  package var code: String?
  package var keyID: String?
  package var nonce: LowercaseUUID?
  /// In milliseconds since 1970.
  package var timestamp: Int64?
  package var appAccountToken: LowercaseUUID?
  package var signature: String?

  package static let schema = Schema.fields(
    of: Self.self, ["quantity": .integer, "timestamp": .date])
}

extension QuoteRequest {
  package init(productID: String, quantity: Int, offer: OrderOffer?) {
    self.init(productID: productID, quantity: quantity)
    switch offer {
    case .winBack(let id): winBackOffer = id
    case .code(let code): self.code = code
    case .introductoryOfferEligibility(let jws): introductoryOfferEligibility = jws
    case .promotionalJWS(let id, let jws): (promotionalOffer, compactJWS) = (id, jws)
    case .promotional(let id, let signature):
      promotionalOffer = id
      add(signature)
    case nil: break
    }
  }

  private mutating func add(_ offer: OfferSignature) {
    keyID = offer.keyID
    nonce = offer.nonce
    timestamp = offer.timestamp
    appAccountToken = offer.appAccountToken
    signature = offer.signature
  }

  /// Returns the offer that the order would name; an order has one.
  ///
  /// - Throws: ``StoreAPI/StoreError/missingOfferParameter(name:)`` if a promotional offer has neither a
  ///   JWS nor all of a signature.
  package func offer() throws(StoreError) -> OrderOffer? {
    if let code { return .code(code: code) }
    if let winBackOffer { return .winBack(id: winBackOffer) }
    if let introductoryOfferEligibility {
      return .introductoryOfferEligibility(compactJWS: introductoryOfferEligibility)
    }
    guard let promotionalOffer else { return nil }
    if let compactJWS { return .promotionalJWS(id: promotionalOffer, compactJWS: compactJWS) }
    return .promotional(id: promotionalOffer, signature: try offerSignature())
  }

  private func offerSignature() throws(StoreError) -> OfferSignature {
    guard let keyID else { throw .missingOfferParameter(name: "key ID") }
    guard let nonce else { throw .missingOfferParameter(name: "nonce") }
    guard let timestamp else { throw .missingOfferParameter(name: "timestamp") }
    guard let signature else { throw .missingOfferParameter(name: "signature") }
    return OfferSignature(
      keyID: keyID, nonce: nonce, timestamp: timestamp, appAccountToken: appAccountToken,
      signature: signature)
  }
}
