import Foundation
import StoreAPI
import Synchronization
import TaskScheduling

/// A cache of snapshots, so that each version of the catalogue is read and priced once.
///
/// All requests with the same terms share one snapshot, because a stream of updates keeps its snapshot
/// in memory while it waits.
///
/// The cache keeps the most recently used snapshots. A store usually needs one, and two while it
/// settles across a price change. The others are for an operator who changes a setting back and forth.
/// A snapshot that is no longer in the cache is read again. Each can be as large as a file of 4 MiB.
final class CatalogueSnapshots: Sendable {
  /// The maximum number of snapshots in the cache.
  static let limit = 4

  private let ledgers: any LedgerStore
  /// The most recently used one is first.
  private let snapshots = Mutex<[(terms: CatalogueTerms, snapshot: CatalogueSnapshot)]>([])
  private let readings = Mutex<
    [CatalogueTerms: Task<Result<CatalogueSnapshot, StoreError>, Never>]
  >([:])

  init(ledgers: any LedgerStore) {
    self.ledgers = ledgers
  }

  /// Returns the terms of the version that is sold at a date.
  func terms(at date: Date, _ settings: StoreSettings) async throws(StoreError) -> CatalogueTerms {
    CatalogueTerms(version: try await ledgers.catalogueVersion(at: date), settings)
  }

  func snapshot(_ terms: CatalogueTerms) async throws(StoreError) -> CatalogueSnapshot {
    if let known = known(terms) { return known }
    return try await reading(terms).value.get()
  }

  /// Requests that arrive during a reading share its result: a launch sends several at once.
  private func reading(_ terms: CatalogueTerms) -> Task<
    Result<CatalogueSnapshot, StoreError>, Never
  > {
    readings.withLock { readings in
      if let reading = readings[terms] { return reading }
      let reading = Task.onCurrentExecutor { await self.read(terms) }
      readings[terms] = reading
      return reading
    }
  }

  private func read(_ terms: CatalogueTerms) async -> Result<CatalogueSnapshot, StoreError> {
    defer { readings.withLock { $0[terms] = nil } }
    do throws(StoreError) {
      if let known = known(terms) { return .success(known) }
      return .success(
        try open(terms, try await ledgers.catalogue(version: terms.version).catalogue))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the snapshot for these terms inside a storage transaction.
  ///
  /// `catalogue` reads the terms' version of the catalogue in that transaction.
  ///
  /// - Throws: The errors of `catalogue`, and ``StoreAPI/StoreError/unavailable(reason:)`` if the storefront
  ///   is unknown.
  func snapshot(_ terms: CatalogueTerms, catalogue: () throws -> Catalogue) throws
    -> CatalogueSnapshot
  {
    try known(terms) ?? open(terms, try catalogue())
  }

  private func known(_ terms: CatalogueTerms) -> CatalogueSnapshot? { use(terms, or: nil) }

  private func open(_ terms: CatalogueTerms, _ catalogue: Catalogue) throws(StoreError)
    -> CatalogueSnapshot
  {
    let storefront = try StorefrontList.known(terms.storefront)
    let new = terms.snapshot(of: catalogue.products.filter(\.isForSale), in: catalogue, storefront)
    return use(terms, or: new) ?? new
  }

  /// Returns the snapshot for these terms; if the cache has none, adds and returns `new`.
  private func use(_ terms: CatalogueTerms, or new: CatalogueSnapshot?) -> CatalogueSnapshot? {
    snapshots.withLock { snapshots in
      let index = snapshots.firstIndex { $0.terms == terms }
      guard let snapshot = index.map({ snapshots.remove(at: $0).snapshot }) ?? new else {
        return nil
      }
      snapshots.insert((terms, snapshot), at: 0)
      if snapshots.count > Self.limit { snapshots.removeLast() }
      return snapshot
    }
  }
}
