/// The claims of every token about an offer.
protocol OfferClaims: Decodable, Sendable {
  /// `aud` of such a token.
  static var audience: String { get }
  /// The names of its claims, for a sentence.
  static var names: String { get }
  var iss: String { get }
  /// The time of the signature, in seconds since 1970.
  var iat: Double { get }
  var aud: String { get }
  var bid: String { get }
  var nonce: String { get }
  var productId: String { get }
  /// The ID of the offer; `nil` for an introductory offer, which has none.
  var offerID: String? { get }
  /// The transaction, or the app transaction, by which the token names the customer; `nil` if the
  /// token is for any customer.
  var customerID: String? { get }
}

/// An app server's decision about a customer and an introductory offer.
///
/// Source: `introductoryOfferEligibility(compactJWS:)` in StoreKit.
struct IntroductoryOfferClaims: OfferClaims {
  static let audience = "introductory-offer-eligibility"
  static let names =
    "iss, iat, aud, bid, nonce, productId, allowIntroductoryOffer and transactionId"

  let iss: String
  let iat: Double
  let aud: String
  let bid: String
  let nonce: String
  let productId: String
  let allowIntroductoryOffer: Bool
  let transactionId: String

  var offerID: String? { nil }
  var customerID: String? { transactionId }
}

/// An app server's promotional offer.
///
/// Source: `promotionalOffer(_:compactJWS:)` in StoreKit.
struct PromotionalOfferClaims: OfferClaims {
  static let audience = "promotional-offer"
  static let names = "iss, iat, aud, bid, nonce, productId and offerIdentifier"

  let iss: String
  let iat: Double
  let aud: String
  let bid: String
  let nonce: String
  let productId: String
  let offerIdentifier: String
  let transactionId: String?

  var offerID: String? { offerIdentifier }
  var customerID: String? { transactionId }
}
