import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreEngine

/// The cache of the versions of the catalogue.
@Suite(.hangLimit) struct CatalogueSnapshotsTests {
  @Test func `a version is read once while it is used, and again after others were used`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    for cents in 1...6 {
      _ = try await fixture.engine.perform(
        .setPrice(productID: "nonconsumable.car", price: Decimal(cents), policy: .inform))
    }
    let ledgers = CatalogueReadRecorder(
      ledgers: try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite")))
    let snapshots = CatalogueSnapshots(ledgers: ledgers)
    let settings = try #require(try await ledgers.settings())
    func price(_ version: Int) async throws -> Decimal? {
      try await snapshots.snapshot(CatalogueTerms(version: version, settings)).products[
        "nonconsumable.car"]?.price
    }

    for version in [2, 2, 3, 2, 3] { #expect(try await price(version) == Decimal(version - 1)) }
    #expect(ledgers.read.withLock { $0 } == [2, 3])
    for version in 4...7 { #expect(try await price(version) == Decimal(version - 1)) }
    #expect(try await price(7) == 6)
    #expect(try await price(2) == 1)
    #expect(ledgers.read.withLock { $0 } == [2, 3, 4, 5, 6, 7, 2])
  }

  @Test func `requests that come at once read a version once`() async throws {
    let fixture = try await StoreFixture.make()
    let requests = 8
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let ledgers = CatalogueReadRecorder(
      ledgers: try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite")),
      waitsBeforeReading: { for await _ in begun.prefix(requests) {} })
    let snapshots = CatalogueSnapshots(ledgers: ledgers)
    let settings = try #require(try await ledgers.settings())

    try await withThrowingTaskGroup { group in
      for _ in 1...requests {
        group.addTask {
          begin.yield()
          return try await snapshots.snapshot(CatalogueTerms(version: 1, settings))
        }
      }
      for try await snapshot in group { #expect(!snapshot.products.isEmpty) }
    }
    #expect(ledgers.read.withLock { $0 } == [1])
  }
}

/// A double that records which versions of the catalogue are read.
private final class CatalogueReadRecorder: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let read = Mutex<[Int]>([])
  private let wait: @Sendable () async -> Void

  init(
    ledgers: SQLiteLedgerStore, waitsBeforeReading wait: @escaping @Sendable () async -> Void = {}
  ) {
    self.ledgers = ledgers
    self.wait = wait
  }

  func catalogue(version: Int) async throws(StoreError) -> CatalogueVersion {
    read.withLock { $0.append(version) }
    await wait()
    return try await ledgers.catalogue(version: version)
  }
}
