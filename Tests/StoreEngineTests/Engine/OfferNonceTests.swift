import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Synchronization
import TestSupport
import Testing

/// A signed offer, as time goes by on the machine's clock.
@Suite(.hangLimit) struct OfferNonceTests {
  @Test(arguments: [23, 25])
  func `an order with a signed offer that is sent again is the same purchase`(hours: Int)
    async throws
  {
    let fixture = try await StoreFixture.make()
    let registration = try await fixture.device("alpha").registration
    let server = try await AppServer.make(fixture.engine)
    let wall = Mutex(Date.fixture)
    let engine = try await fixture.another(wallClock: { wall.withLock { $0 } })
    let alpha = try await engine.backend(for: registration.token, instance: InstanceID(UUID()))
    let customer = try AppTransactionPayload.decoded(from: try await alpha.appTransaction().value)
    let token = try server.token(of: customer.appTransactionId, allows: true)
    let order = Order.signed(token)
    let bought = try await alpha.purchase(order).transaction()

    wall.withLock { $0 += TimeInterval(hours * 3600) }

    let again = try await alpha.purchase(order).transaction()
    #expect(again.transactionId == bought.transactionId)
    #expect(
      try await alpha.transactions(of: nil, includingFinishedConsumables: true).value.count == 1)
    let error = await #expect(throws: StoreError.self) {
      try await alpha.purchase(.signed(token))
    }
    let reason = hours < 24 ? "was already used" : "more than 24 hours ago"
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func `a nonce that is a UUID is the same in any case, and another text is not`() {
    let uuid = UUID().uuidString

    #expect(
      OfferNonce(keyID: "K", text: uuid) == OfferNonce(keyID: "K", text: uuid.lowercased()))
    #expect(OfferNonce(keyID: "K", text: uuid) != OfferNonce(keyID: "L", text: uuid))
    #expect(OfferNonce(keyID: "K", text: "Once") != OfferNonce(keyID: "K", text: "once"))
  }
}

extension Order {
  fileprivate static func signed(_ token: String) -> Order {
    Order(
      key: OrderKey(UUID()), productID: "subscription.pro",
      offer: .introductoryOfferEligibility(compactJWS: token))
  }
}
