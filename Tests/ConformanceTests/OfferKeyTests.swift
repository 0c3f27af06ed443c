import Crypto
import Foundation
import StoreAPI
import TestSupport
import Testing

/// An app's server that decides about introductory offers.
@Suite(.timeLimit(.minutes(1))) struct OfferKeyTests {
  @Test(arguments: Site.allCases)
  func `an app's server withholds the introductory offer, or gives it once more`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store)
    let customer = try AppTransactionPayload.decoded(from: try await alpha.appTransaction().value)
    func quote(allows: Bool) async throws -> Quote {
      let token = try server.token(of: customer.appTransactionId, allows: allows)
      return try await alpha.quote(
        "subscription.pro", quantity: 1, offer: .introductoryOfferEligibility(compactJWS: token)
      ).value
    }

    #expect(try await quote(allows: false).offer == nil)
    let bought = try await alpha.buy("subscription.pro").transaction()
    #expect(bought.offerType == .introductory)
    _ = try await store.operator.expire("subscription.pro", account: nil)
    #expect(try await alpha.quote("subscription.pro", quantity: 1, offer: nil).value.offer == nil)
    #expect(try await quote(allows: true).offer?.type == .introductory)
    let order = Order(
      key: OrderKey(UUID()), productID: "subscription.pro",
      offer: .introductoryOfferEligibility(
        compactJWS: try server.token(of: "\(bought.transactionId)", allows: true)))
    let again = try await alpha.purchase(order).transaction()
    #expect(again.offerType == .introductory)
  }

  @Test(arguments: Site.allCases)
  func `a token of another key, customer or product is refused, and nothing is charged`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store)
    let customer = try AppTransactionPayload.decoded(from: try await alpha.appTransaction().value)
      .appTransactionId
    var stranger = server
    stranger.key = P256.Signing.PrivateKey()
    var unknown = server
    unknown.keyID = "UNKNOWN"
    let tokens = [
      "not a token", try stranger.token(of: customer, allows: true),
      try unknown.token(of: customer, allows: true), try server.token(of: "9", allows: true),
      try server.token(of: customer, allows: true, product: "subscription.standard"),
    ]

    for token in tokens {
      let order = Order(
        key: OrderKey(UUID()), productID: "subscription.pro",
        offer: .introductoryOfferEligibility(compactJWS: token))
      let fault = await #expect(throws: StoreFault.self) { try await alpha.purchase(order) }
      #expect(fault?.code == .invalidOfferSignature, "\(token): \(String(describing: fault))")
    }
    #expect(try await alpha.holdings().value.subscriptions.isEmpty)
  }
}

/// An app's server with an offer key of the store.
private struct AppServer {
  var keyID: String
  var key: P256.Signing.PrivateKey

  static func make(_ store: ContractStore) async throws -> AppServer {
    guard
      case .offerKey(let id, let pem) = try await store.operator.perform(.createOfferKey).value
    else { throw FixtureError(text: "no offer key") }
    return AppServer(keyID: id, key: try P256.Signing.PrivateKey(pemRepresentation: pem))
  }

  func token(
    of customer: String, allows: Bool, product: String = "subscription.pro"
  ) throws -> String {
    let claims = """
      {"iss":"99b16628-15e4-4668-972b-eeff55eeff55",
       "iat":\(Int(Date.fixture.timeIntervalSince1970)),"aud":"introductory-offer-eligibility",
       "bid":"com.example.skdemo","nonce":"\(UUID())","productId":"\(product)",
       "allowIntroductoryOffer":\(allows),"transactionId":"\(customer)"}
      """
    let header = Data(#"{"alg":"ES256","kid":"\#(keyID)","typ":"JWT"}"#.utf8)
    let signed = header.base64URLEncoded + Data(".".utf8) + Data(claims.utf8).base64URLEncoded
    let signature = try key.signature(for: signed).rawRepresentation.base64URLEncoded
    return String(decoding: signed + Data(".".utf8) + signature, as: UTF8.self)
  }
}
