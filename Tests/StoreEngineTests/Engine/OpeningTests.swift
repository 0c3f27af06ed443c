import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

@Suite struct OpeningTests {
  @Test func `a store keeps the catalogue that it was created with`() async throws {
    let fixture = try await StoreFixture.make()
    var other = try Catalogue.skdemo()
    other.products.removeLast()

    let engine = try await fixture.open(configuration: other)

    #expect(try await engine.catalogue() == Catalogue.skdemo())
  }

  @Test func `a store is not opened if another catalogue is expected`() async throws {
    let fixture = try await StoreFixture.make()
    var other = try Catalogue.skdemo()
    other.products.removeLast()

    await #expect(throws: StoreOpeningFault.differentCatalogue) {
      try await fixture.open(configuration: other, expecting: other)
    }
    _ = try await fixture.open(configuration: other, expecting: .skdemo())
  }

  @Test func `a store whose certificates were lost does not open with new ones`() async throws {
    let fixture = try await StoreFixture.make()
    let authority = fixture.folder.appending(path: "authority")
    let copy = fixture.folder.appending(path: "copy")
    try FileManager.default.moveItem(at: authority, to: copy)

    for _ in 0..<2 {
      await #expect(throws: StoreOpeningFault.differentRoot) {
        try await fixture.open(configuration: .skdemo())
      }
    }
    try FileManager.default.removeItem(at: authority)
    try FileManager.default.moveItem(at: copy, to: authority)
    _ = try await fixture.open(configuration: .skdemo())
  }

  @Test(arguments: [
    (StoreOpeningFault.differentCatalogue, "import this one with skdemo store catalog FILE"),
    (.differentRoot, "put its authority folder back"), (.unknownStorefront("XYZ"), "'XYZ'"),
    (.fault(.unauthorized), "no longer signed in"),
  ])
  func `the error of a store that cannot be opened says what to do`(
    fault: StoreOpeningFault, advice: String
  ) {
    #expect(fault.description.contains(advice))
  }
}

extension StoreFixture {
  fileprivate func open(
    configuration: Catalogue, expecting: Catalogue? = nil
  ) async throws -> StoreEngine {
    try await StoreEngine.open(
      try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")),
      signer: try AuthorityFolder(url: folder.appending(path: "authority")).open(),
      configuration: .init(catalogue: configuration), expecting: expecting)
  }
}
