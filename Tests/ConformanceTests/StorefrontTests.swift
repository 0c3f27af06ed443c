import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct StorefrontTests {
  @Test(arguments: Site.allCases)
  func `a store gives its storefront and its app transaction`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, registration) = try await store.device("alpha")

    let storefront = try await alpha.storefront().value
    let app = try AppTransactionPayload.decoded(from: try await alpha.appTransaction().value)

    #expect(storefront == .unitedStates)
    #expect(app.bundleId == registration.bundleID)
    #expect(app.receiptCreationDate == .fixture)
    let nonce = try #require(app.deviceVerificationNonce)
    #expect(
      app.deviceVerification
        == DeviceVerification.hash(
          nonce: nonce.uuid, device: registration.device.verificationID.uuid))
  }

  @Test(arguments: Site.allCases)
  func `every answer carries the store's time, which the operator can advance`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let later = Date.fixture.addingTimeInterval(86_400)

    let before = try await store.operator.clock()
    let advance = try await store.operator.perform(.advance(move: .to(later))).value

    #expect(before.now == .fixture)
    #expect(before.isFrozen)
    #expect(advance == .advanced(from: .fixture, to: later, events: 0))
    #expect(try await alpha.storefront().time == store.operator.clock())
    #expect(try await alpha.storefront().time.now == later)
    await #expect(throws: StoreError.clockMovedBackwards(from: later, to: .fixture)) {
      try await store.operator.advance(.to(.fixture))
    }
    #expect(try await !store.operator.setClock(frozen: false).isFrozen)
    #expect(try await !alpha.storefront().time.isFrozen)
  }
}
