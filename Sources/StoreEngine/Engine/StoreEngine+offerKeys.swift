import Crypto
import Foundation
package import StoreAPI
package import StoreOperatorAPI

extension OperatorCommand.CreateOfferKey: StoreRule {
  /// Makes a key pair, and keeps the public half.
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    let key = P256.Signing.PrivateKey()
    // As long as App Store Connect's.
    let id = store.randomness.token().prefix(10).uppercased()
    try await store.ledgers.addOfferKey(OfferKey(id: id, key.publicKey), at: snapshot.now)
    return snapshot.answer(.offerKey(id: id, privateKey: key.pemRepresentation))
  }
}

extension StoreEngine {
  /// Returns whether the store knows the public half of the offer key with this ID.
  package func hasOfferKey(_ id: String) async throws(StoreError) -> Bool {
    try await ledgers.offerKey(id) != nil
  }
}
