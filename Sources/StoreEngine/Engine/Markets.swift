import Foundation
import StoreAPI
import Synchronization

/// What a market depends on besides the catalogue.
struct MarketTerms: Hashable {
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

/// A cache of markets: each version of the catalogue is read and priced once.
///
/// All requests with the same terms share one market, because a stream of updates keeps its market
/// in memory while it waits.
final class Markets: Sendable {
  private let ledgers: any LedgerStore
  private let markets = Mutex<[MarketTerms: Market]>([:])

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
    let terms = MarketTerms(version: version, settings)
    if let known = markets.withLock({ $0[terms] }) { return known }
    let new = try await open(terms)
    return markets.withLock { markets in
      let market = markets[terms] ?? new
      markets[terms] = market
      return market
    }
  }

  private func open(_ terms: MarketTerms) async throws(StoreFault) -> Market {
    let storefront = try Storefronts.known(terms.storefront)
    let catalogue = try await ledgers.catalogue(version: terms.version).catalogue
    return terms.market(of: catalogue.products.filter(\.isForSale), in: catalogue, storefront)
  }
}

extension MarketTerms {
  /// Returns the market of some products of a catalogue.
  func market(
    of products: [Catalogue.Product], in catalogue: Catalogue, _ storefront: StoreStorefront
  ) -> Market {
    let sold = products.compactMap {
      catalogue.storeProduct($0.id, storefront: storefront, locale: locale)
    }
    return Market(
      products: sold, storefront: storefront, pace: pace, renewalLimit: renewalLimit,
      gracePeriod: gracePeriod, renewalsFail: renewalsFail)
  }
}
