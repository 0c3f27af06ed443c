import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

@Suite struct OpeningTests {
  @Test func `a store keeps what it was made with`() async throws {
    let fixture = try await StoreFixture.make()
    var other = try Catalogue.skdemo()
    other.products.removeLast()

    let engine = try await fixture.open(founding: other)

    #expect(try await engine.catalogue() == Catalogue.skdemo())
  }

  @Test func `a different catalogue that was named is refused`() async throws {
    let fixture = try await StoreFixture.make()
    var other = try Catalogue.skdemo()
    other.products.removeLast()

    await #expect(throws: StoreOpeningFault.differentCatalogue) {
      try await fixture.open(founding: other, expecting: other)
    }
    _ = try await fixture.open(founding: other, expecting: .skdemo())
  }
}

extension StoreFixture {
  fileprivate func open(
    founding: Catalogue, expecting: Catalogue? = nil
  ) async throws -> StoreEngine {
    try await StoreEngine.open(
      try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")),
      signer: try AuthorityFolder(url: folder.appending(path: "authority")).open(),
      founding: .init(catalogue: founding), expecting: expecting)
  }
}
