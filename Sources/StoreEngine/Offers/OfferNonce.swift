import AppStorePayloads
package import Foundation
import StoreAPI

/// A key's ID and the nonce that the app's server chose, which make the signature of an offer
/// usable only once.
///
/// UUIDs that differ only in case are equal. Source: "Generating a signature for promotional offers",
/// which signs the nonce in lower case.
package struct OfferNonce: Hashable, Sendable {
  /// The ID of the offer key.
  package let keyID: String
  /// A UUID in lower case, or another text as it is.
  package let text: String

  package init(keyID: String, text: String) {
    self.keyID = keyID
    self.text = UUID(uuidString: text)?.uuidString.lowercased() ?? text
  }

  /// The time for which a nonce is remembered after the date of its signature, in seconds.
  ///
  /// When it is forgotten, signatures of that date are no longer accepted.
  package static let retention =
    OfferLifetime.lifetime + OfferLifetime.clockSkew
}

/// The nonce of a verified signature, and the date of the signature.
package struct SignedNonce: Hashable, Sendable {
  package let nonce: OfferNonce
  package let date: Date

  package init(_ nonce: OfferNonce, at date: Date) {
    self.nonce = nonce
    self.date = date
  }
}

extension OrderOffer {
  /// The nonce of the signature with which an order was settled; `nil` if its offer has none.
  var settledNonce: SignedNonce? {
    switch self {
    case .winBack, .code: nil
    case .introductoryOfferEligibility(let jws):
      (try? OfferToken<IntroductoryOfferClaims>(jws))?.nonce
    case .promotional(_, let signature): signature.signedNonce
    case .promotionalJWS(_, let jws): (try? OfferToken<PromotionalOfferClaims>(jws))?.nonce
    }
  }
}
