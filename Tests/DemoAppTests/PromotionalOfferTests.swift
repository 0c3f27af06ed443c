import AppStorePayloads
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import DemoApp

/// The promotional offers that the app's server gives to present and former subscribers.
@Suite(.hangLimit) struct PromotionalOfferTests {
  private static let offer = ProductRow.Offer(
    mode: .payAsYouGo, displayPrice: "$2.49", unitText: "month", length: "3 months",
    id: "pro.three.months")

  @Test func `a new customer gets the introductory offer, and a subscriber the app's own`()
    async throws
  {
    let store = try await StoreFixture.make()
    let app = try await AppFixture.open(store, offerSigner: try await DemoServer.make(store.engine))
    try await app.connected { controller in
      let new = await controller.launch()
      #expect(new.availability(of: .pro).buy?.offer?.displayPrice == "$1.99")

      _ = try await controller.buy(.premium)
      let subscriber = try #require(
        new.updated(with: await controller.reload()).availability(of: .pro).buy)

      #expect(subscriber.offer == Self.offer)
      #expect(
        subscriber.product.terms(with: subscriber.offer)
          == "$2.49 / month for 3 months, then $4.99 / month")
      #expect(await controller.purchase(subscriber) == .purchased)
      let status = try #require(await controller.reload().plan)
      #expect(status.renewal.currentProductID == .pro)
      #expect(status.transaction.price?.text == "$2.49")
      #expect(status.transaction.offer?.kind == .promotional)
    }
  }

  @Test func `without the app's server there is no promotional offer`() async throws {
    try await AppFixture.open(.make()).connected { controller in
      _ = try await controller.buy(.premium)
      let store = await controller.reload()
      #expect(store.product(.pro).flatMap(store.offer) == nil)
    }
  }
}

/// The app's server, with a key of the store.
private struct DemoServer: OfferSigner {
  let server: AppServer

  static func make(_ store: any StoreOperator) async throws -> DemoServer {
    DemoServer(server: try await AppServer.make(store))
  }

  func signature(
    for offerID: String, of productID: Product.ID
  ) async throws -> Product.SubscriptionOffer.Signature {
    let signed = try server.signer.signature(
      for: offerID, of: productID, nonce: UUID(), at: .fixture)
    return Product.SubscriptionOffer.Signature(
      keyID: signed.keyID, nonce: signed.nonce.uuid, timestamp: Int(signed.timestamp),
      signature: try #require(Data(base64Encoded: signed.signature)))
  }
}
