import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The store is asked for products again when it sells something else, and only then.
@Suite(.hangLimit) struct CurrentProductsTests {
  private static let ids = ["nonconsumable.car", "nonconsumable.bike", "subscription.pro"]

  /// The prices of the products that are for sale, as they are shown.
  private func prices(_ alice: Customer) async throws -> [String] {
    try await alice.session.currentProducts(for: Self.ids).map(\.displayPrice)
  }

  @Test func `the store is asked once, also for what it does not sell`() async throws {
    let alice = try await Customer.onNewDevice()
    let updates = try await alice.listenToOpenStream()

    for _ in 1...2 { #expect(try await prices(alice) == ["$1.99", "$4.99"]) }
    #expect(try await alice.session.currentProducts(for: ["subscription.pro"]).count == 1)

    #expect(alice.line.questions == ["products"])
    _ = try await alice.session.products(Self.ids)
    #expect(alice.line.questions == ["products", "products"], "an app that asks StoreKit")
    withExtendedLifetime(updates) {}
  }

  @Test func `what was asked for before the stream was opened is not asked for again`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    _ = try await prices(alice)
    let updates = try await alice.listenToOpenStream()

    _ = try await prices(alice)

    #expect(alice.line.questions == [])
    withExtendedLifetime(updates) {}
  }

  @Test func `the IDs of all products are asked for once`() async throws {
    let alice = try await Customer.onNewDevice()
    let updates = try await alice.listenToOpenStream()

    let ids = try await alice.session.currentProductIDs()

    #expect(try await alice.session.currentProductIDs() == ids && ids.count == 10)
    #expect(alice.line.questions == ["productIDs"])
    withExtendedLifetime(updates) {}
  }

  @Test(arguments: [
    OperatorCommand.setPrice(productID: "nonconsumable.car", price: 3, policy: .inform),
    .withdraw(productID: "nonconsumable.car"), .setStorefront(storefront: "FRA"),
  ])
  func `a change of what is sold makes the device ask once`(command: OperatorCommand)
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let updates = try await alice.listenToOpenStream()
    let before = try await prices(alice)
    var changes = alice.session.timeChanges.makeLimitedIterator()

    _ = try await alice.store.engine.perform(command)
    _ = await changes.next()
    alice.line.countAnew()

    let after = try await prices(alice)
    #expect(try await prices(alice) == after && after != before)
    #expect(alice.line.questions.filter { $0 == "products" } == ["products"])
    #expect(try await alice.session.products(Self.ids).map(\.displayPrice) == after)
    withExtendedLifetime(updates) {}
  }

  @Test func `any answer says that something else is sold, even before its update comes`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let updates = try await alice.listenToOpenStream()
    _ = try await prices(alice)
    _ = try await alice.store.engine.perform(.withdraw(productID: "nonconsumable.car"))

    await alice.session.reconnect()

    #expect(try await prices(alice) == ["$4.99"])
    withExtendedLifetime(updates) {}
  }

  @Test func `without an open stream the store is asked each time`() async throws {
    let alice = try await Customer.onNewDevice()
    for _ in 1...2 { _ = try await prices(alice) }
    #expect(alice.line.questions == ["products", "products"])
  }

  @Test func `while the store is away the products are asked for`() async throws {
    let alice = try await Customer.onNewDevice()
    let updates = try await alice.listenToOpenStream()
    _ = try await prices(alice)

    alice.line.condition = .cut
    await alice.session.reconnect()

    await #expect { try await prices(alice) } throws: { $0.isStoreKitError("networkError") }
    withExtendedLifetime(updates) {}
  }
}
