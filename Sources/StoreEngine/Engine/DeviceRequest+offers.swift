import AppStorePayloads
import Crypto
import Foundation
import StoreAPI

extension DeviceRequest {
  /// Returns the offer that an order of a product asks for, after its signature was checked.
  ///
  /// The offer is ``SaleOffer/refused(_:)`` if its signature is not valid: an order that was settled
  /// before is answered all the same.
  ///
  /// - Parameters:
  ///   - offer: The offer that the order names.
  ///   - productID: The product of the order.
  ///   - appAccountToken: The app's account that the order has.
  /// - Returns: The offer.
  /// - Throws: The errors of storage.
  func saleOffer(
    _ offer: OrderOffer?, of productID: String, appAccountToken: LowercaseUUID?
  ) async throws(StoreError) -> SaleOffer {
    do throws(StoreError) {
      return try await verified(offer, of: productID, appAccountToken: appAccountToken)
    } catch {
      switch error {
      case .invalidOfferSignature, .missingOfferParameter, .unknownOfferCode: return .refused(error)
      default: throw error
      }
    }
  }

  private func verified(
    _ offer: OrderOffer?, of productID: String, appAccountToken: LowercaseUUID?
  ) async throws(StoreError) -> SaleOffer {
    switch offer {
    case nil: return .automatic
    case .winBack(let id): return .winBack(id)
    case .code(let text):
      guard let code = try await engine.ledgers.offerCode(text) else {
        throw .unknownOfferCode(name: text)
      }
      return .code(code)
    case .introductoryOfferEligibility(let compactJWS):
      return try await introductoryOffer(compactJWS, of: productID)
    case .promotionalJWS(let id, let compactJWS):
      return try await promotionalOffer(id, compactJWS, of: productID)
    case .promotional(let id, let signature):
      return try await promotionalOffer(
        id, signature, of: productID, appAccountToken: appAccountToken)
    }
  }

  private func introductoryOffer(
    _ compactJWS: String, of productID: String
  ) async throws(StoreError) -> SaleOffer {
    let token: OfferToken<IntroductoryOfferClaims> = try await verified(compactJWS, of: productID)
    return .introductory(
      isAllowed: token.claims.allowIntroductoryOffer, nonce: token.nonce.nonce)
  }

  private func promotionalOffer(
    _ id: String, _ compactJWS: String, of productID: String
  ) async throws(StoreError) -> SaleOffer {
    guard !id.isEmpty else { throw .missingOfferParameter(name: "ID") }
    let token: OfferToken<PromotionalOfferClaims> = try await verified(
      compactJWS, of: productID, offer: id)
    return .promotional(id, nonce: token.nonce.nonce)
  }

  private func verified<Claims>(
    _ compactJWS: String, of productID: String, offer id: String? = nil
  ) async throws(StoreError) -> OfferToken<Claims> {
    let token = try OfferToken<Claims>(compactJWS)
    let purchase = OfferPurchase(
      productID: productID, offerID: id, bundleID: bundleID,
      customerIDs: try await customerIDs(with: token.claims.customerID))
    try token.verify(purchase, by: try await key(token.keyID), at: engine.wallClock())
    return token
  }

  private func promotionalOffer(
    _ id: String, _ signature: OfferSignature, of productID: String,
    appAccountToken: LowercaseUUID?
  ) async throws(StoreError) -> SaleOffer {
    guard signature.appAccountToken == appAccountToken else {
      throw .invalidOfferSignature(reason: "it is not for the app account of the order")
    }
    try signature.verify(
      offer: id, of: productID, app: bundleID, by: try await key(signature.keyID),
      at: engine.wallClock())
    return .promotional(id, nonce: signature.signedNonce.nonce)
  }

  private var bundleID: String { snapshot.settings.bundleID }

  private func key(_ id: String) async throws(StoreError) -> P256.Signing.PublicKey? {
    try await engine.ledgers.offerKey(id)?.verifier
  }

  /// Returns the ID of the customer's app transaction, and a transaction ID if it is theirs.
  private func customerIDs(with named: String?) async throws(StoreError) -> Set<String> {
    let own: Set = [device.customer.appTransactionID]
    guard let named, let id = TransactionID(named),
      try await engine.ledgers.transaction(id, of: device.customer) != nil
    else { return own }
    return own.union([named])
  }
}
