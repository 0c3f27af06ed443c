import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct StorefrontTests {
  @Test(arguments: [true, false])
  func `a storefront that is answered late does not replace a newer one`(isKnown: Bool) async throws
  {
    let alice = try await Customer.onNewDevice()
    if isKnown { #expect(await alice.session.storefront()?.countryCode == "USA") }
    let (engine, session) = (alice.store.engine, alice.session)
    alice.line.whileOnItsWay(.storefront) {
      _ = try? await engine.perform(.setStorefront(storefront: "FRA"))
      _ = await session.storefront()
    }

    let storefront = await session.storefront()

    #expect(storefront?.countryCode == "FRA")
    #expect(session.currentStorefront.record?.countryCode == "FRA")
    #expect(try alice.record().storefront?.countryCode == "FRA")
  }

  @Test func `a late answer does not bring back a storefront that changed since`() async throws {
    let alice = try await Customer.onNewDevice()
    let (engine, session) = (alice.store.engine, alice.session)
    #expect(await session.storefront()?.countryCode == "USA")
    _ = try await engine.perform(.setStorefront(storefront: "FRA"))
    alice.line.whileOnItsWay(.storefront) {
      _ = try? await engine.perform(.setStorefront(storefront: "USA"))
      _ = await session.storefront()
    }

    let storefront = await session.storefront()

    #expect(storefront?.countryCode == "USA")
    #expect(try alice.record().storefront?.countryCode == "USA")
  }
}
