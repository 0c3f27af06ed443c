import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import Testing

@testable import StoreEngine

/// The numbers are those of the invariants in MassExtension.swift.
@Suite struct MassExtensionTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  private func effect(
    of productID: String, storefronts: [String]? = nil
  ) -> MassExtension.Effect {
    let body = MassExtension.Body(
      productID: productID, requestIdentifier: "outage", days: 10, reason: .other,
      storefronts: storefronts, date: shop.now)
    return MassExtension(body).effect(on: shop.ledger, at: shop.now, in: shop.snapshot)
  }

  @Test mutating func `3: a subscriber of the plan and the storefronts is extended`() throws {
    try shop.buy("premium.plus")
    let extended = MassExtension.Effect.extended([
      .renewalDateExtended(
        groupID: "navigation", date: shop.now,
        expirationDate: try LedgerFixture.date("2026-02-11"))
    ])

    #expect(effect(of: "premium.plus") == extended)
    #expect(effect(of: "premium.plus", storefronts: ["CAN", "USA"]) == extended)
  }

  @Test mutating func `3: another plan, another storefront and an ended plan are not extended`()
    throws
  {
    try shop.buy("premium.plus")

    #expect(effect(of: "pro") == .none)
    #expect(effect(of: "premium.plus", storefronts: ["CAN"]) == .none)
    try shop.expire("premium.plus")
    #expect(effect(of: "premium.plus") == .none)
  }

  @Test mutating func `3: a free trial fails, with the values of a notification about it`() throws {
    let trial = try shop.buy("standard").transactionID

    guard case .failed(let state) = effect(of: "standard") else {
      Issue.record("a free trial was extended")
      return
    }
    #expect(state.transaction.id == trial)
    #expect(state.subscription == shop.subscription)
    #expect(state.renewal?.currency == "USD")
  }

  @Test func `3: an extension is counted once, and a customer without one is not`() {
    var request = MassExtension(
      MassExtension.Body(
        productID: "pro", requestIdentifier: "outage", days: 1, reason: .undeclared,
        storefronts: nil, date: shop.now))

    request.count(.extended([]), on: CustomerNumber(rawValue: 1))
    request.count(.none, on: CustomerNumber(rawValue: 4))

    #expect(request.progress.succeededCount == 1 && request.progress.failedCount == 0)
    #expect(request.progress.lastCustomer == CustomerNumber(rawValue: 4))
    #expect(request.progress.completeDate == nil)
  }
}
