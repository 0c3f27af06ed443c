import AppStorePayloads
import Crypto
import Foundation
import StoreAPI
import TestSupport
import Testing

/// An app's server that decides about introductory offers.
@Suite(.hangLimit) struct OfferKeyTests {
  @Test(arguments: Site.allCases)
  func `an app's server withholds the introductory offer, or gives it once more`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store.operator)
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
  func `a token is used once, and the same order again is the same purchase`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store.operator)
    let customer = try AppTransactionPayload.decoded(from: try await alpha.appTransaction().value)
      .appTransactionId
    let nonce = UUID().uuidString
    let tokens = [
      try server.token(of: customer, allows: true, nonce: nonce),
      try server.token(of: customer, allows: true, nonce: nonce.lowercased()),
    ]
    let first = Order.signed(tokens[0])
    let bought = try await alpha.purchase(first).transaction()
    _ = try await store.operator.expire("subscription.pro", account: nil)

    for token in tokens {
      let order = Order.signed(token)
      let error = StoreError.invalidOfferSignature(
        reason: "its nonce was already used: sign a new one")
      await #expect(throws: error) { try await alpha.purchase(order) }
      await #expect(throws: error) {
        try await alpha.quote("subscription.pro", quantity: 1, offer: order.offer)
      }
    }

    #expect(try await alpha.purchase(first).transaction().transactionId == bought.transactionId)
    let other = Order.signed(try server.token(of: customer, allows: true))
    #expect(try await alpha.purchase(other).transaction().offerType == .introductory)
  }

  @Test(arguments: Site.allCases)
  func `a token of an order that was refused can be used`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store.operator)
    let customer = try AppTransactionPayload.decoded(from: try await alpha.appTransaction().value)
      .appTransactionId
    var order = Order.signed(try server.token(of: customer, allows: true))
    order.quantity = 2
    await #expect(throws: StoreError.invalidQuantity(2, allowed: 1...1)) {
      try await alpha.purchase(order)
    }

    order.quantity = 1

    #expect(try await alpha.purchase(order).transaction().offerType == .introductory)
  }

  @Test(arguments: Site.allCases)
  func `a token of another key, customer or product is refused, and nothing is charged`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store.operator)
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
      let error = await #expect(throws: StoreError.self) { try await alpha.purchase(order) }
      #expect(error?.code == .invalidOfferSignature, "\(token): \(String(describing: error))")
    }
    #expect(try await alpha.purchases().value.subscriptions.isEmpty)
  }
}

extension Order {
  /// An order of Pro with a token of the app's server.
  fileprivate static func signed(_ token: String) -> Order {
    Order(
      key: OrderKey(UUID()), productID: "subscription.pro",
      offer: .introductoryOfferEligibility(compactJWS: token))
  }
}
