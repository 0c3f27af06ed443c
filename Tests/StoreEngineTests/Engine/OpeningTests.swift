import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

@Suite(.hangLimit) struct OpeningTests {
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

    await #expect(throws: StoreOpeningError.differentCatalogue) {
      try await fixture.open(configuration: other, expecting: other)
    }
    _ = try await fixture.open(configuration: other, expecting: .skdemo())
  }

  @Test func `a store keeps the environment that it was made with, and is opened in no other`()
    async throws
  {
    let fixture = try await StoreFixture.make(environment: .production)

    let engine = try await fixture.open(configuration: .skdemo())
    _ = try await fixture.open(configuration: .skdemo(), in: .production)

    let registration = try await engine.registerDevice("beta", signIn: fixture.signIn.token)
    #expect(registration.value.environment == .production)
    await #expect(throws: StoreOpeningError.differentEnvironment(.production)) {
      try await fixture.open(configuration: .skdemo(), in: .sandbox)
    }
  }

  @Test func `a store whose certificates were lost does not open with new ones`() async throws {
    let fixture = try await StoreFixture.make()
    let authority = fixture.folder.appending(path: "authority")
    let copy = fixture.folder.appending(path: "copy")
    try FileManager.default.moveItem(at: authority, to: copy)

    for _ in 0..<2 {
      await #expect(throws: StoreOpeningError.differentRoot) {
        try await fixture.open(configuration: .skdemo())
      }
    }
    try FileManager.default.removeItem(at: authority)
    try FileManager.default.moveItem(at: copy, to: authority)
    _ = try await fixture.open(configuration: .skdemo())
  }

  @Test func `a new store refuses two win-back offers with one ID, and an earlier one opens`()
    async throws
  {
    let catalogue = try Catalogue.withRepeatedWinBackOffer()
    let folder = try TemporaryFolder()
    let ledgers = try SQLiteLedgerStore(file: folder.url.appending(path: "store.sqlite"))
    let signer = try AuthorityFolder(url: folder.url.appending(path: "authority")).open()
    func open() async throws(StoreOpeningError) -> StoreEngine {
      try await StoreEngine.open(
        ledgers, signer: signer, configuration: .init(catalogue: catalogue))
    }

    let refusal = await #expect(throws: StoreOpeningError.self) { try await open() }
    #expect(
      refusal?.description.contains("the plans 'subscription.premium' and 'subscription.pro'")
        == true, "\(String(describing: refusal))")
    #expect(try await ledgers.settings() == nil)

    _ = try await ledgers.create(
      StoreSettings(
        bundleID: "com.example.skdemo", rootHash: signer.rootHash, storefront: "USA",
        locale: "en_US", clock: .frozen(at: .fixture), lastNow: .fixture),
      catalogue: catalogue)
    let engine = try await open()
    let signIn = try await engine.signIn(local: "alice").value
    let registration = try await engine.registerDevice("alpha", signIn: signIn.token).value
    let alpha = try await engine.backend(for: registration.token, instance: InstanceID(UUID()))
    let sold = try await alpha.products(["subscription.premium", "subscription.pro"]).value
    let offers = sold.map { ($0.id, $0.subscription?.winBackOffers.count) }
    #expect(
      Dictionary(offers) { first, _ in first }
        == ["subscription.premium": 1, "subscription.pro": 0], "the first of the file keeps it")
  }

  @Test(arguments: [
    (StoreOpeningError.differentCatalogue, "import the file with skdemo store catalog FILE"),
    (.differentRoot, "copy its authority"), (.unknownStorefront("XYZ"), "'XYZ'"),
    (.error(.unauthorized), "no longer signed in"),
    (.differentEnvironment(.production), "environment is Production"),
  ])
  func `the error of a store that cannot be opened says what to do`(
    error: StoreOpeningError, advice: String
  ) {
    #expect(error.description.contains(advice))
  }
}

extension Catalogue {
  /// skdemo's catalogue, in which Premium has the win-back offer of Pro too.
  fileprivate static func withRepeatedWinBackOffer() throws -> Catalogue {
    var catalogue = try skdemo()
    let pro = try #require(catalogue.product("subscription.pro")?.subscription)
    let premium = try #require(
      catalogue.products.firstIndex { $0.id == "subscription.premium" })
    catalogue.products[premium].subscription?.winBackOffers = pro.winBackOffers
    return catalogue
  }
}

extension StoreFixture {
  fileprivate func open(
    configuration: Catalogue, expecting: Catalogue? = nil,
    in environment: StoreEnvironment? = nil
  ) async throws -> StoreEngine {
    try await StoreEngine.open(
      try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")),
      signer: try AuthorityFolder(url: folder.appending(path: "authority")).open(),
      configuration: .init(catalogue: configuration), expecting: expecting, in: environment)
  }
}
