import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

/// A store of production, as a developer's server sees it.
@Suite(.hangLimit) struct ProductionTests {
  @Test func `Apple's library verifies what a store of production has signed`() async throws {
    let store = try await StoreFixture.make(environment: .production)
    let (phone, registration) = try await store.device("phone")
    try await phone.buy("nonconsumable.car")
    let app = try await phone.appTransaction().value
    let bought = try #require(try await phone.purchases().value.latest.first)
    let root = store.folder.appending(path: "authority/root.der")
    let number = try #require(StoreEnvironment.production.appAppleID(of: registration.bundleID))

    let run = try await AppStoreServerLibrary.run(
      "verify_production.py", root.path(percentEncoded: false), registration.bundleID, "\(number)",
      app, bought)

    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "Production\nnonconsumable.car\n")
  }
}
