import AppStorePayloads
import Comparison
import Crypto
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreSQLite

/// A real store on the disk, with a customer who has a purchase history, and their device.
struct StoreWithHistory {
  let ledgers: SQLiteLedgerStore
  let backend: any StoreBackend
  let session: StoreSession
  let device: DeviceStore
  let registration: Registration
  let catalogue: Catalogue

  static let fuel = "consumable.fuel.octane87"
  private static let now = Date(timeIntervalSince1970: 1_768_996_800)

  /// Makes the store in a new folder inside `parent`, with `history` transactions.
  ///
  /// The first two are a plan and a car, the others finished fuel.
  static func make(in parent: URL, history: Int) async throws -> StoreWithHistory {
    let folder = parent.appending(path: "store-\(history)-\(UUID())")
    let ledgers = try SQLiteLedgerStore(file: folder.created.appending(path: "store.sqlite"))
    let catalogue = try Catalogue.read(.products(), file: "Products.json")
    let engine = try await StoreEngine.open(
      ledgers, signer: try AuthorityFolder(url: folder.appending(path: "authority")).open(),
      configuration: .init(catalogue: catalogue, clock: .frozen(at: now)), wallClock: { now })
    let signIn = try await engine.signIn(local: "alice").value
    let registration = try await engine.registerDevice("bench", signIn: signIn.token)
    let device = try DeviceStore.create(
      folder.appending(path: "device"), account: "alice", registration: registration)
    try await ledgers.recordPurchases(history, of: registration.value.token, catalogue)
    let backend = try await engine.backend(for: device.token, instance: InstanceID(UUID()))
    return StoreWithHistory(
      ledgers: ledgers, backend: backend, session: try await .benchmark(backend, on: device),
      device: device,
      registration: registration.value,
      catalogue: catalogue)
  }
}

extension StoreWithHistory {
  /// Buys cans of fuel that are not finished, in one transaction of the storage.
  func buyFuel(_ count: Int) async throws {
    let ids = Array(repeating: Self.fuel, count: count)
    try await ledgers.record(ids, isFinished: false, of: registration.token, catalogue)
  }
}

extension SQLiteLedgerStore {
  /// Makes `count` purchases by the store's rules in one transaction of the storage.
  fileprivate func recordPurchases(_ count: Int, of token: String, _ catalogue: Catalogue)
    async throws
  {
    let ids =
      ["subscription.pro", "nonconsumable.car"]
      + Array(repeating: StoreWithHistory.fuel, count: count - 2)
    try await record(ids, isFinished: true, of: token, catalogue)
  }

  /// Buys products by the store's rules in one transaction of the storage.
  fileprivate func record(
    _ ids: [String], isFinished: Bool, of token: String, _ catalogue: Catalogue
  ) async throws {
    guard
      let device = try await device(
        token: TokenHash(bytes: Data(SHA256.hash(data: Data(token.utf8))))),
      let storefront = StorefrontList.named(catalogue.settings.storefront)
    else { preconditionFailure("the registered device is unknown to the store") }
    let products = catalogue.storeProducts(
      catalogue.products, storefront: storefront, locale: catalogue.settings.locale)
    let snapshot = CatalogueSnapshot(
      products: products, storefront: storefront, rules: catalogue.settings.rules)
    try await transact(device.customer, needs: LedgerNeeds()) {
      ledger, settings throws(StoreError) in
      var draft = LedgerDraft(ledger)
      let now = settings.lastNow
      for id in ids {
        let order = Order(key: OrderKey(UUID()), productID: id)
        let bought = draft.ledger.nextTransactionID
        draft.record(
          try draft.ledger.purchase(order, at: now, in: snapshot, device: device.number), at: now,
          in: snapshot)
        if isFinished { draft.record(silent: try draft.ledger.finish(bought), at: now) }
      }
      return Decision(draft, at: now, value: ())
    }
  }
}
