import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import DemoApp

/// What a product's page says that a plan does to the active one.
@Suite struct PlanReplacementTests {
  private let standard = "subscription.standard"
  private let premium = "subscription.premium"

  private func change(to id: String, in store: Store) throws -> PlanReplacement? {
    store.change(to: try #require(store.product(id)))
  }

  @Test func `a plan of twelve months gives way at once to one of a year`() async throws {
    let catalogue = try Catalogue.skdemo().selling(
      standard, level: 2, for: Period(12, .month)
    ).selling(premium, level: 2, for: Period(1, .year))
    let shop = try await Shop.open(.make(catalogue: catalogue))

    try await shop.connected { controller in
      let buy = try #require(await controller.launch().availability(of: standard).buy)
      _ = await controller.purchase(buy)

      #expect(try change(to: premium, in: await controller.reload()) == .atOnce(from: "Standard"))
    }
  }

  @Test func `a level that changed after the sale changes nothing`() throws {
    var facts = Sample.owner
    facts.products.removeAll { $0.id == premium }
    facts.products.append(Sample.plan("Premium", 1, 4, "Now the highest level"))
    facts.products.removeAll { $0.id == "subscription.pro" }
    facts.products.append(Sample.plan("Pro", 2, 5, "Now a lower level"))

    let end = Sample.date("2026-12-14T10:00:00Z")
    #expect(try change(to: premium, in: Store(facts)) == .atRenewal(end, keeping: "Pro"))
  }

  @Test func `nothing is said of a plan if the store did not say`() throws {
    var facts = Sample.owner
    facts.planChanges = [:]

    #expect(try change(to: premium, in: Store(facts)) == nil)
  }

  @Test func `nothing is said of a plan while none serves`() throws {
    #expect(try change(to: premium, in: Store(Sample.lapsed)) == nil)
  }
}

extension Catalogue {
  /// The catalogue with another level and period of one plan.
  fileprivate func selling(_ id: String, level: Int, for period: Period?) throws -> Catalogue {
    var catalogue = self
    let index = try #require(products.firstIndex { $0.id == id })
    catalogue.products[index].subscription?.groupLevel = level
    catalogue.products[index].subscription?.period = try #require(period)
    return catalogue
  }
}
