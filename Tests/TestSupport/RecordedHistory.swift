import Crypto
package import Foundation
package import StoreAPI
import StoreEngine
import StoreSQLite

/// Purchases that are written to a store's database by the store's rules, many in one transaction: a
/// long history in little time.
package enum RecordedHistory {
  /// The fuel that is bought.
  package static let fuel = "consumable.fuel.octane87"
  /// The most purchases of one transaction of the database.
  private static let batch = 5_000

  /// Buys cans of fuel for the customer of a device.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - token: The device's token; `nil` for the store's first customer and device.
  ///   - file: The store's database.
  ///   - isFinished: Whether they are delivered.
  /// - Throws: An error of the storage; a ``FixtureError`` if the store has no such device.
  package static func add(
    _ count: Int, of token: String? = nil, in file: URL, isFinished: Bool = true
  ) async throws {
    let ledgers = try SQLiteLedgerStore(file: file)
    let device = try await ledgers.device(of: token)
    for begin in stride(from: 0, to: count, by: batch) {
      try await ledgers.add(min(batch, count - begin), of: device, isFinished: isFinished)
    }
    ledgers.close()
  }
}

extension SQLiteLedgerStore {
  fileprivate func device(of token: String?) async throws -> StoredDevice {
    guard let token else {
      return StoredDevice(
        number: 1, account: AccountNumber(rawValue: 1), verificationID: UUID(),
        customer: CustomerNumber(rawValue: 1))
    }
    let hash = TokenHash(bytes: Data(SHA256.hash(data: Data(token.utf8))))
    guard let device = try await device(token: hash) else {
      throw FixtureError(text: "the store has no device with this token")
    }
    return device
  }

  fileprivate func add(_ count: Int, of device: StoredDevice, isFinished: Bool) async throws {
    let catalogue = try Catalogue.skdemo()
    guard let storefront = StorefrontList.named(catalogue.settings.storefront) else {
      throw FixtureError(text: catalogue.settings.storefront)
    }
    let products = catalogue.storeProducts(
      catalogue.products, storefront: storefront, locale: catalogue.settings.locale)
    let snapshot = CatalogueSnapshot(
      products: products, storefront: storefront, rules: catalogue.settings.rules)
    try await transact(device.customer, needs: LedgerNeeds()) {
      ledger, settings throws(StoreError) in
      var draft = LedgerDraft(ledger)
      let now = settings.lastNow
      for _ in 0..<count {
        let order = Order(key: OrderKey(UUID()), productID: RecordedHistory.fuel)
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

extension StoreFixture {
  /// Buys cans of fuel that are finished, for the customer of a device.
  package func recordFuel(_ count: Int, of registration: Registration) async throws {
    try await RecordedHistory.add(
      count, of: registration.token, in: folder.appending(path: "store.sqlite"))
  }
}
