import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// The publication of a new version of the catalogue, and its refusal because of prices.
@Suite struct PublicationTests {
  private static let plan = "subscription.standard"

  private let state: CatalogueState

  init() throws {
    let settings = StoreSettings(
      bundleID: "com.example.app", rootHash: Data(), storefront: "USA", locale: "en_US",
      clock: .frozen(at: .fixture), lastNow: .fixture)
    let current = CatalogueVersion(version: 1, validFrom: .fixture, catalogue: try .skdemo())
    state = CatalogueState(current: current, settings: settings)
  }

  @Test func `an increase above the threshold is refused even if nobody is subscribed`() throws {
    let error = #expect(throws: StoreError.self) { try publication(at: 8, .inform) }
    #expect(error?.code == .consentRequired)
  }

  @Test(arguments: [PriceChangePolicy.askConsent, .preserve])
  func `the same increase is published if subscribers are asked or keep their price`(
    policy: PriceChangePolicy
  ) throws {
    #expect(try publication(at: 8, policy).plans == [Self.plan])
  }

  @Test func `one subscriber who kept a lower price prevents an increase that is small for others`()
    throws
  {
    let snapshot = try state.current.snapshot(state.settings)
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot = snapshot
    try shop.buy(Self.plan)
    try shop.setPrice(of: Self.plan, to: "7", .preserve)

    let publication = try publication(at: 8, .inform, after: 7)

    let error = #expect(throws: StoreError.self) { try publication.effect(shop.ledger) }
    #expect(error?.code == .consentRequired)
    var other = try LedgerFixture("2026-01-01")
    other.snapshot = snapshot
    #expect(try publication.effect(other.ledger).counts.total == 0)
  }

  /// Returns the publication of a price, after one at which present subscribers kept theirs.
  private func publication(
    at price: Decimal, _ policy: PriceChangePolicy, after kept: Decimal? = nil
  ) throws -> Publication {
    var state = state
    if let kept {
      state.current.catalogue = try state.current.catalogue.pricing(
        Self.plan, at: kept, in: "USD")
    }
    return try state.publication(policy, importing: nil) { catalogue, currency throws(StoreError) in
      try catalogue.pricing(Self.plan, at: price, in: currency)
    }
  }
}
