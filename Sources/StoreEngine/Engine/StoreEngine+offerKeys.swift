import Crypto
import Foundation
import StoreAPI

extension StoreEngine {
  /// Makes a key pair, and keeps the public half.
  func createOfferKey() async throws(StoreFault) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    let key = P256.Signing.PrivateKey()
    // As long as App Store Connect's.
    let id = randomness.token().prefix(10).uppercased()
    try await ledgers.addOfferKey(OfferKey(id: id, key.publicKey), at: snapshot.now)
    return snapshot.answer(.offerKey(id: id, privateKey: key.pemRepresentation))
  }

  /// Returns what an app's server has decided about a customer and the introductory offer of a product.
  ///
  /// The offer is ``SaleOffer/refused(_:)`` if the token is not a decision about this customer and this
  /// product, is too old, or if no offer key of the store has signed it.
  func introductoryOffer(
    _ compactJWS: String, of productID: String, to customer: CustomerNumber, bundleID: String
  ) async throws(StoreFault) -> SaleOffer {
    do throws(StoreFault) {
      return try await verifiedOffer(compactJWS, of: productID, to: customer, bundleID: bundleID)
    } catch .invalidOfferSignature(let reason) {
      return .refused(.invalidOfferSignature(reason))
    }
  }

  private func verifiedOffer(
    _ compactJWS: String, of productID: String, to customer: CustomerNumber, bundleID: String
  ) async throws(StoreFault) -> SaleOffer {
    let token = try OfferEligibilityToken(compactJWS)
    var ids: Set = [customer.appTransactionID]
    if let id = TransactionID(token.customerID),
      try await ledgers.transaction(id, of: customer) != nil
    {
      ids.insert(token.customerID)
    }
    let key = try await ledgers.offerKey(token.keyID)
    let isAllowed = try token.isAllowed(
      .init(productID: productID, bundleID: bundleID, customerIDs: ids), by: key?.verifier,
      at: wallClock())
    return .introductory(isAllowed: isAllowed, nonce: token.nonce.nonce)
  }
}
