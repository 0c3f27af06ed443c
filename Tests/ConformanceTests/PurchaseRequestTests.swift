import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreHTTPServer
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The requests of an open app at a store over HTTP.
@Suite(.hangLimit) struct PurchaseRequestTests {
  static let products = ["nonconsumable.car", "subscription.pro", "consumable.fuel.octane87"]

  @Test(arguments: products)
  func `a purchase is three requests, and nothing is asked for again`(product: String)
    async throws
  {
    let app = try await ServedApp.open()

    try await app.buy(product)

    #expect(app.requests.all == [.quote, .purchase, .finish])
  }

  @Test func `products are asked for again after the store sells something else, and once`()
    async throws
  {
    let app = try await ServedApp.open()
    var changes = app.session.timeChanges.makeLimitedIterator()
    _ = try await app.store.engine.perform(.withdraw(productID: "nonconsumable.racecar"))
    _ = await changes.next()
    app.requests.forget()

    try await app.buy("nonconsumable.car")
    try await app.buy("consumable.fuel.octane87")

    #expect(app.requests.all.filter { $0 == .products } == [.products])
  }

  @Test func `a store of an earlier version is asked for what an order has changed`() async throws {
    let app = try await ServedApp.open(isEarlier: true)

    try await app.buy("nonconsumable.car")

    #expect(app.requests.all == [.quote, .purchase, .purchases, .finish, .products])
  }
}

/// An app on a new device that has asked for its products, and whose stream of updates is open.
private struct ServedApp {
  let session: StoreSession
  let store: StoreFixture
  let requests: RecordedCalls
  private let server: LoopbackServer
  private let folder: TemporaryFolder
  private let updates: Transaction.Transactions.AsyncIterator

  static func open(isEarlier: Bool = false) async throws -> ServedApp {
    let (store, folder) = (try await StoreFixture.make(), try TemporaryFolder())
    let requests = RecordedCalls()
    let server = try await LoopbackServer.start(
      ServedStore(
        accounts: {
          RecordingStore(
            store: store.engine.accounts(from: $0), requests: requests, isEarlier: isEarlier)
        }, operator: store.engine,
        time: { () throws(StoreError) in try await store.engine.time() }))
    let registration = try await store.engine.registerDevice("alpha", signIn: store.signIn.token)
    let device = try DeviceStore.create(
      folder.url, account: "alice", registration: registration, wallClock: .fixture)
    let backend = HTTPStore(server.address)
      .backend(token: registration.value.token, instance: InstanceID(UUID()))
    let session = try await StoreSession(backend, sheets: AgreeingSheets(), device: device)
    _ = try await session.currentProducts(for: PurchaseRequestTests.products)
    let updates = Transaction.Transactions.updates(of: session).makeAsyncIterator()
    try await wait { session.customer.withLock { $0.known.state } == .current }
    requests.forget()
    return ServedApp(
      session: session, store: store, requests: requests, server: server, folder: folder,
      updates: updates)
  }

  /// Buys a product and delivers it; then reads what the app shows.
  func buy(_ id: String) async throws {
    let product = try #require(session.lastKnownProducts(for: [id]).first)
    guard case .success(let result) = try await session.purchase(product).result else {
      throw FixtureError(text: "'\(id)' was not sold")
    }
    await (try result.payloadValue).finish()
    let products = try await session.currentProducts(for: PurchaseRequestTests.products)
    #expect(products.count == PurchaseRequestTests.products.count)
    let owned = await session.snapshot().entitlements.map(\.unsafePayloadValue.productID)
    #expect(owned.contains(id) == (product.type != .consumable))
  }
}

/// A customer who confirms everything.
private struct AgreeingSheets: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? { nil }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { true }
}
