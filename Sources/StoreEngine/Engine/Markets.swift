import Foundation
import StoreAPI
import Synchronization

/// A cache of markets: each version of the catalogue is read and priced once.
///
/// All requests with the same terms share one market, because a stream of updates keeps its market
/// in memory while it waits.
final class Markets: Sendable {
  private struct Terms: Hashable {
    let version: Int
    let storefront: String
    let locale: String
    let pace: Pace
    let renewalLimit: Int?
    let gracePeriod: GracePeriod
    let renewalsFail: Bool

    init(version: Int, _ settings: StoreSettings) {
      self.version = version
      storefront = settings.storefront
      locale = settings.locale
      pace = settings.pace
      renewalLimit = settings.renewalLimit
      gracePeriod = settings.gracePeriod
      renewalsFail = settings.renewalsFail
    }
  }

  private let ledgers: any LedgerStore
  private let markets = Mutex<[Terms: Market]>([:])

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
    let terms = Terms(version: version, settings)
    if let known = markets.withLock({ $0[terms] }) { return known }
    let new = try await open(terms)
    return markets.withLock { markets in
      let market = markets[terms] ?? new
      markets[terms] = market
      return market
    }
  }

  private func open(_ terms: Terms) async throws(StoreFault) -> Market {
    guard let storefront = Storefronts.named(terms.storefront) else {
      throw .unavailable("the store's storefront '\(terms.storefront)' is unknown")
    }
    let catalogue = try await ledgers.catalogue(version: terms.version).catalogue
    let products = catalogue.products.compactMap {
      catalogue.storeProduct($0.id, storefront: storefront, locale: terms.locale)
    }
    return Market(
      products: products, storefront: storefront, pace: terms.pace,
      renewalLimit: terms.renewalLimit, gracePeriod: terms.gracePeriod,
      renewalsFail: terms.renewalsFail)
  }
}
