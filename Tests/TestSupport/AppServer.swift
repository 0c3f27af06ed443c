package import AppStorePayloads
package import Crypto
package import Foundation
import StoreAPI
package import StoreOperatorAPI

/// An app's server with an offer key of the store.
package struct AppServer {
  package var keyID: String
  package var key: P256.Signing.PrivateKey

  package init(keyID: String = "ABCDE12345", key: P256.Signing.PrivateKey = .init()) {
    self.keyID = keyID
    self.key = key
  }

  /// A server to which the operator has given a new key.
  package static func make(_ store: any StoreOperator) async throws -> AppServer {
    guard case .offerKey(let id, let pem) = try await store.perform(.createOfferKey).value else {
      throw FixtureError(text: "no offer key")
    }
    return AppServer(keyID: id, key: try P256.Signing.PrivateKey(pemRepresentation: pem))
  }

  /// Signs promotional offers of the demo's products.
  package var signer: OfferSigningKey {
    OfferSigningKey(keyID: keyID, key: key, bundleID: "com.example.skdemo")
  }

  /// A token that gives a customer the introductory offer of a product, or withholds it.
  package func token(
    of customer: String, allows: Bool, product: String = "subscription.pro",
    nonce: String = UUID().uuidString, at date: Date = .fixture
  ) throws -> String {
    let claims = """
      {"iss":"99b16628-15e4-4668-972b-eeff55eeff55",
       "iat":\(Int(date.timeIntervalSince1970)),"aud":"introductory-offer-eligibility",
       "bid":"com.example.skdemo","nonce":"\(nonce)","productId":"\(product)",
       "allowIntroductoryOffer":\(allows),"transactionId":"\(customer)"}
      """
    let header = Data(#"{"alg":"ES256","kid":"\#(keyID)","typ":"JWT"}"#.utf8)
    let signed = header.base64URLEncoded + Data(".".utf8) + Data(claims.utf8).base64URLEncoded
    let signature = try key.signature(for: signed).rawRepresentation.base64URLEncoded
    return String(decoding: signed + Data(".".utf8) + signature, as: UTF8.self)
  }
}
