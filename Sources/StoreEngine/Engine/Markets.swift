import Foundation
import StoreAPI
import Synchronization
import TaskScheduling

/// A cache of markets: each version of the catalogue is read and priced once.
///
/// All requests with the same terms share one market, because a stream of updates keeps its market
/// in memory while it waits.
///
/// The cache keeps the markets that were used last. A store that sells uses one, and while it settles
/// across a price change two. The others are for an operator who changes a setting back and forth. A
/// market that is not kept is read again; each can be as large as a file of 4 MiB.
final class Markets: Sendable {
  /// The highest number of markets in the cache.
  static let limit = 4

  private let ledgers: any LedgerStore
  /// The one that was used last is first.
  private let markets = Mutex<[(terms: MarketTerms, market: Market)]>([])
  private let readings = Mutex<[MarketTerms: Task<Result<Market, StoreError>, Never>]>([:])

  init(ledgers: any LedgerStore) {
    self.ledgers = ledgers
  }

  func market(at date: Date, _ settings: StoreSettings) async throws(StoreError) -> Market {
    let version = try await ledgers.catalogueVersion(at: date)
    return try await market(ofVersion: version, settings)
  }

  func market(
    ofVersion version: Int, _ settings: StoreSettings
  ) async throws(StoreError) -> Market {
    let terms = MarketTerms(version: version, settings)
    if let known = known(terms) { return known }
    return try await reading(terms).value.get()
  }

  /// Requests that come while a catalogue is read wait for it: a launch sends several at once.
  private func reading(_ terms: MarketTerms) -> Task<Result<Market, StoreError>, Never> {
    readings.withLock { readings in
      if let reading = readings[terms] { return reading }
      let reading = Task.onCurrentExecutor { await self.read(terms) }
      readings[terms] = reading
      return reading
    }
  }

  private func read(_ terms: MarketTerms) async -> Result<Market, StoreError> {
    defer { readings.withLock { $0[terms] = nil } }
    do throws(StoreError) {
      if let known = known(terms) { return .success(known) }
      return .success(
        try open(terms, try await ledgers.catalogue(version: terms.version).catalogue))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the market of some terms inside a storage transaction, where `catalogue` reads the
  /// catalogue of their version.
  ///
  /// - Throws: What `catalogue` throws, and ``StoreAPI/StoreError/unavailable(reason:)`` if the storefront
  ///   is unknown.
  func market(_ terms: MarketTerms, catalogue: () throws -> Catalogue) throws -> Market {
    try known(terms) ?? open(terms, try catalogue())
  }

  private func known(_ terms: MarketTerms) -> Market? { use(terms, or: nil) }

  private func open(_ terms: MarketTerms, _ catalogue: Catalogue) throws(StoreError) -> Market {
    let storefront = try Storefronts.known(terms.storefront)
    let new = terms.market(of: catalogue.products.filter(\.isForSale), in: catalogue, storefront)
    return use(terms, or: new) ?? new
  }

  /// Returns the market of these terms; if the cache has none, adds `new`.
  private func use(_ terms: MarketTerms, or new: Market?) -> Market? {
    markets.withLock { markets in
      let index = markets.firstIndex { $0.terms == terms }
      guard let market = index.map({ markets.remove(at: $0).market }) ?? new else { return nil }
      markets.insert((terms, market), at: 0)
      if markets.count > Self.limit { markets.removeLast() }
      return market
    }
  }
}
