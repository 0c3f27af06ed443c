import Foundation
import StoreAPI
import Synchronization

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
    if let known = known(terms) { return known }
    return try open(terms, try await ledgers.catalogue(version: version).catalogue)
  }

  /// Returns the market of some terms inside a storage transaction, where `catalogue` reads the
  /// catalogue of their version.
  ///
  /// - Throws: What `catalogue` throws, and ``StoreAPI/StoreFault/unavailable(_:)`` if the storefront
  ///   is unknown.
  func market(_ terms: MarketTerms, catalogue: () throws -> Catalogue) throws -> Market {
    try known(terms) ?? open(terms, try catalogue())
  }

  private func known(_ terms: MarketTerms) -> Market? { markets.withLock { $0[terms] } }

  private func open(_ terms: MarketTerms, _ catalogue: Catalogue) throws(StoreFault) -> Market {
    let storefront = try Storefronts.known(terms.storefront)
    let new = terms.market(of: catalogue.products.filter(\.isForSale), in: catalogue, storefront)
    return markets.withLock { markets in
      let market = markets[terms] ?? new
      markets[terms] = market
      return market
    }
  }
}
