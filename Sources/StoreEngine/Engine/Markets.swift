import Foundation
import StoreAPI
import Synchronization

/// What is sold at a moment; each version of the catalogue is read and priced once.
final class Markets: Sendable {
  private struct Shelf: Hashable {
    let version: Int
    let storefront: String
    let locale: String
  }

  private let ledgers: any LedgerStore
  private let products = Mutex<[Shelf: [StoreProduct]]>([:])

  init(ledgers: any LedgerStore) {
    self.ledgers = ledgers
  }

  func market(at date: Date, _ settings: StoreSettings) async throws(StoreFault) -> Market {
    let version = try await ledgers.catalogueVersion(at: date)
    return try await market(ofVersion: version, settings)
  }

  func market(
    ofVersion version: Int, _ settings: StoreSettings
  ) async throws(StoreFault) -> Market {
    guard let storefront = Storefronts.named(settings.storefront) else {
      throw .unavailable("the store's storefront '\(settings.storefront)' is unknown")
    }
    let shelf = Shelf(
      version: version, storefront: settings.storefront, locale: settings.locale)
    return Market(
      products: try await products(on: shelf, in: storefront), storefront: storefront,
      pace: settings.pace, renewalLimit: settings.renewalLimit)
  }

  private func products(
    on shelf: Shelf, in storefront: StoreStorefront
  ) async throws(StoreFault) -> [StoreProduct] {
    if let known = products.withLock({ $0[shelf] }) { return known }
    let catalogue = try await ledgers.catalogue(version: shelf.version).catalogue
    let read = catalogue.products.compactMap {
      catalogue.storeProduct($0.id, storefront: storefront, locale: shelf.locale)
    }
    products.withLock { $0[shelf] = read }
    return read
  }
}
