import Crypto
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

@testable import StoreEngine

/// The effect of an import of another file on a store as a whole.
@Suite(.hangLimit) struct ImportTests {
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

    let error = await #expect(throws: StoreError.self) {
      try await fixture.engine.perform(.importCatalogue(configuration: file(type: "Consumable")))
    }

    #expect(error?.code == .invalidCatalogue)
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

  @Test func `a win-back offer cannot have the ID of one of a plan that is gone from the file`()
    async throws
  {
    func file(_ offers: KeyValuePairs<String, String>) -> String {
      let plans = offers.map { plan, offer in
        """
        {"productID": "\(plan)", "type": "RecurringSubscription", "displayPrice": "1",
         "recurringSubscriptionPeriod": "P1M", "winbackOffers": [
          {"offerID": "\(offer)", "paymentMode": "free", "subscriptionPeriod": "P1W"}]}
        """
      }
      return #"{"subscriptionGroups": [{"id": "g", "subscriptions": ["#
        + plans.joined(separator: ",") + "]}]}"
    }
    let fixture = try await StoreFixture.make(catalogue: Catalogue(products: [], groups: []))
    func importFile(_ offers: KeyValuePairs<String, String>) async throws {
      _ = try await fixture.engine.perform(.importCatalogue(configuration: file(offers)))
    }
    try await importFile(["a": "back", "b": "again"])

    await #expect(
      throws: StoreError.invalidCatalogue(
        reason:
          "the plans 'b' and 'a' (not for sale) of one group both have the win-back offer 'back': "
          + "give each offer its own ID")
    ) { try await importFile(["b": "back"]) }
    try await importFile(["b": "again"])
    _ = try await fixture.engine.perform(.undoWithdraw(productID: "a"))

    let catalogue = try await fixture.engine.catalogue()
    let plans = catalogue.storeProducts(
      catalogue.products, storefront: .unitedStates, locale: "en_US")
    let offers = plans.map { [$0.id] + ($0.subscription?.winBackOffers.map(\.id) ?? []) }
    #expect(offers == [["b", "again"], ["a", "back"]])
  }
}
