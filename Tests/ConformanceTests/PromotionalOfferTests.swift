import AppStorePayloads
import Crypto
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// An app's server that gives promotional offers.
@Suite(.hangLimit) struct PromotionalOfferTests {
  /// A form in which the app's server signs.
  enum Form: CaseIterable {
    case signature, token
  }

  private static let id = "pro.three.months"

  private static func offer(
    _ form: Form, by server: AppServer, product: String = "subscription.pro", id: String = id,
    account: LowercaseUUID? = nil, customer: String? = nil, nonce: UUID = UUID(),
    at date: Date = .fixture
  ) throws -> OrderOffer {
    switch form {
    case .signature:
      .promotional(
        id: Self.id,
        signature: try server.signer.signature(
          for: id, of: product, appAccountToken: account, nonce: nonce, at: date))
    case .token:
      .promotionalJWS(
        id: Self.id,
        compactJWS: try server.signer.token(
          for: id, of: product, transactionID: customer, nonce: nonce, at: date))
    }
  }

  @Test(arguments: Site.allCases, Form.allCases)
  func `a subscriber redeems it once, and the next period has its price`(site: Site, form: Form)
    async throws
  {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store.operator)
    let bought = try await alpha.buy("subscription.pro").transaction()
    let offer = try Self.offer(form, by: server)
    let quote = try await alpha.quote("subscription.pro", quantity: 1, offer: offer).value
    let order = Order(
      key: OrderKey(UUID()), productID: "subscription.pro", offer: offer, quote: quote)
    var others = try await store.backend(of: registration).newEvents()

    #expect(quote.charge == 0)
    #expect(quote.offer?.id == Self.id)
    #expect(try await alpha.purchase(order).transaction().transactionId == bought.transactionId)
    let info = try await others.nextSubscription().renewalInfo()
    #expect(info.offerIdentifier == Self.id)
    #expect(info.offerType == .promotional)
    #expect(info.renewalPrice == 2490)
    #expect(try await alpha.purchase(order).transaction().transactionId == bought.transactionId)
    let again = Order(key: OrderKey(UUID()), productID: "subscription.pro", offer: offer)
    await #expect(
      throws: StoreError.invalidOfferSignature(reason: "its nonce was already used: sign a new one")
    ) { try await alpha.purchase(again) }
    try await store.advance("P2M")
    let renewed = try await alpha.purchases().value.subscriptions[0].transaction()
    #expect(renewed.offerType == .promotional)
    #expect(renewed.price == 2490)
  }

  @Test(arguments: Site.allCases)
  func `what was redeemed for the next period costs whole yen in Japan`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store.operator)
    _ = try await alpha.buy("subscription.pro")
    try await store.advance("P2M")
    let offer = try Self.offer(.signature, by: server)
    let order = Order(key: OrderKey(UUID()), productID: "subscription.pro", offer: offer)
    _ = try await alpha.purchase(order)

    _ = try await store.operator.perform(.setStorefront(storefront: "JPN"))

    let info = try await alpha.purchases().value.subscriptions[0].renewalInfo()
    #expect(info.currency == "JPY")
    #expect(info.renewalPrice == 2000)
    try await store.advance("P1M")
    let renewed = try await alpha.purchases().value.subscriptions[0].transaction()
    #expect(renewed.offerIdentifier == Self.id)
    #expect(renewed.price == 2000)
  }

  @Test(arguments: Site.allCases, Form.allCases)
  func `an offer for another, or by another, or of another day is refused`(site: Site, form: Form)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store.operator)
    func refusal(_ offer: OrderOffer, account: LowercaseUUID? = nil) async -> StoreErrorCode? {
      let order = Order(
        key: OrderKey(UUID()), productID: "subscription.pro", appAccountToken: account,
        offer: offer)
      let error = await #expect(throws: StoreError.self) { try await alpha.purchase(order) }
      return error?.code
    }
    #expect(await refusal(try Self.offer(form, by: server)) == .ineligibleForOffer)
    try await alpha.buy("subscription.premium")

    var stranger = server
    stranger.key = P256.Signing.PrivateKey()
    var unknown = server
    unknown.keyID = "UNKNOWN"
    let wrong = [
      try Self.offer(form, by: stranger), try Self.offer(form, by: unknown),
      try Self.offer(form, by: server, product: "subscription.premium"),
      try Self.offer(form, by: server, id: "another"),
      try Self.offer(form, by: server, at: .fixture - 86_401),
      try Self.offer(form, by: server, at: .fixture + 301),
    ]
    for offer in wrong { #expect(await refusal(offer) == .invalidOfferSignature) }
    let account = LowercaseUUID(UUID())
    switch form {
    case .token:
      let foreign = try Self.offer(form, by: server, customer: "9")
      #expect(await refusal(foreign) == .invalidOfferSignature)
    case .signature:
      let foreign = try Self.offer(form, by: server, account: account)
      #expect(await refusal(foreign) == .invalidOfferSignature)
      #expect(await refusal(try Self.offer(form, by: server), account: account) != nil)
    }
    let history = try await alpha.transactions(of: nil, includingFinishedConsumables: true).value
    #expect(history.count == 1, "nothing was charged")
  }

  @Test(arguments: Site.allCases)
  func `the app's account is part of what is signed`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let server = try await AppServer.make(store.operator)
    try await alpha.buy("subscription.premium")
    let account = LowercaseUUID(UUID())
    let offer = try Self.offer(.signature, by: server, account: account)
    let order = Order(
      key: OrderKey(UUID()), productID: "subscription.pro", appAccountToken: account, offer: offer)

    #expect(try await alpha.quote("subscription.pro", quantity: 1, offer: offer).value.charge > 0)
    let upgraded = try await alpha.purchase(order).transaction()

    #expect(upgraded.offerIdentifier == Self.id)
    #expect(upgraded.appAccountToken == account)
  }

  @Test(arguments: Site.allCases)
  func `an order that lacks a parameter of its offer says which`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await store.advance("P1D")
    let nonce = LowercaseUUID(UUID())
    let unsigned = OfferSignature(keyID: "KEY", nonce: nonce, timestamp: 0, signature: "")
    let keyless = OfferSignature(keyID: "", nonce: nonce, timestamp: 0, signature: "MEUCIQ==")

    for (signature, name) in [(unsigned, "signature"), (keyless, "key ID")] {
      let order = Order(
        key: OrderKey(UUID()), productID: "subscription.pro",
        offer: .promotional(id: Self.id, signature: signature))
      await #expect(throws: StoreError.missingOfferParameter(name: name)) {
        try await alpha.purchase(order)
      }
    }
  }
}
