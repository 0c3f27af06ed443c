import Crypto
import Foundation
import StoreAPI
import StoreSQLite
import TestSupport
import Testing

@testable import StoreEngine

/// What an import of another file does to a store as a whole.
@Suite struct ImportTests {
  @Test func `an import that is refused changes nothing, not even the offer keys`() async throws {
    let fixture = try await StoreFixture.make()
    let ledgers = try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite"))
    let catalogue = try await fixture.engine.catalogue()
    let key = P256.Signing.PrivateKey().derRepresentation.base64EncodedString()
    func file(type: String) -> String {
      """
      {"subscriptionOffersKeyPair": {"id": "FILE", "privateKey": "\(key)"},
       "products": [{"productID": "nonconsumable.car", "type": "\(type)", "displayPrice": "1"}]}
      """
    }

    let fault = await #expect(throws: StoreFault.self) {
      try await fixture.engine.perform(.importCatalogue(configuration: file(type: "Consumable")))
    }

    #expect(fault?.code == .invalidCatalogue)
    #expect(try await ledgers.offerKey("FILE") == nil)
    #expect(try await ledgers.catalogueVersion(at: .distantFuture) == 1)
    #expect(try await fixture.engine.catalogue() == catalogue)
    _ = try await fixture.engine.perform(
      .importCatalogue(configuration: file(type: "NonConsumable")))
    #expect(try await ledgers.offerKey("FILE") != nil)
  }

  @Test func `an import that changes nothing of the catalogue adds its offer key`() async throws {
    let fixture = try await StoreFixture.make(catalogue: Catalogue(products: [], groups: []))
    let key = P256.Signing.PrivateKey()
    let text = key.derRepresentation.base64EncodedString()

    _ = try await fixture.engine.perform(
      .importCatalogue(
        configuration: #"{"subscriptionOffersKeyPair": {"id": "FILE", "privateKey": "\#(text)"}}"#))

    #expect(try await fixture.engine.ledgers.catalogueVersion(at: .distantFuture) == 1)
    let kept = try await fixture.engine.ledgers.offerKey("FILE")
    #expect(kept == OfferKey(id: "FILE", key.publicKey))
  }
}
