import OpenStoreKit
import TestSupport
import Testing

@testable import DemoApp

/// The text of a product's page about a plan's effect on the active one.
@Suite(.hangLimit) struct PlanReplacementTests {
  private func change(to id: String, in store: Store) throws -> PlanReplacement? {
    store.change(to: try #require(store.product(id)))
  }

  @Test func `a higher plan replaces the active one at once, as the store says`() async throws {
    let app = try await AppFixture.open(.make())

    try await app.connected { controller in
      _ = try await controller.buy(.standard)

      #expect(try change(to: .premium, in: await controller.reload()) == .atOnce(from: "Standard"))
    }
  }

  @Test func `a level that changed after the sale changes nothing`() throws {
    let store = Store(
      Sample.owner.with {
        $0.products.removeAll { [.premium, .pro].contains($0.id) }
        $0.products += [
          Sample.plan("Premium", 1, "4.00", "Now the highest level"),
          Sample.plan("Pro", 2, "5.00", "Now a lower level"),
        ]
      })

    let end = Sample.date("2026-12-14T10:00:00Z")
    #expect(try change(to: .premium, in: store) == .atRenewal(end, keeping: "Pro"))
  }

  @Test func `a page says nothing of a change if the store did not say`() throws {
    let store = Store(Sample.owner.with { $0.planChanges = [:] })
    #expect(try change(to: .premium, in: store) == nil)
  }

  @Test func `a page says nothing of a change while no plan is active`() throws {
    #expect(try change(to: .premium, in: Store(Sample.lapsed)) == nil)
  }
}
