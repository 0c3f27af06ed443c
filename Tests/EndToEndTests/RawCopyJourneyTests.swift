import Foundation
import PrivateFiles
import TestSupport
import Testing

/// A raw copy of the data folder is put back, and the customers buy on.
@Suite(.hangLimit) struct RawCopyJourneyTests {
  private static let fuel87 = "consumable.fuel.octane87"
  private static let fuel89 = "consumable.fuel.octane89"

  @Test(arguments: ["running", "frozen"])
  func `after the store's file was put back every can is paid for and added once`(clock: String)
    async throws
  {
    let shop = try CommandLineFixture()
    if clock == "frozen" { _ = try await shop.skdemo("store", "clock", "freeze") }
    var ids = [try await shop.buy(Self.fuel87)]
    let copy = try RawCopy(of: shop.data) { $0.hasPrefix("store.sqlite") }
    for product in [Self.fuel87, Self.fuel89] { ids.append(try await shop.buy(product)) }

    try copy.putBack()
    for product in [Self.fuel89, Self.fuel87] { ids.append(try await shop.buy(product)) }

    #expect(Set(ids).count == 5)
    #expect(try shop.fuel() == [Self.fuel87: 3, Self.fuel89: 2])
  }

  @Test func `after the whole folder was put back the customer goes on as of the copy`()
    async throws
  {
    let shop = try CommandLineFixture()
    _ = try await shop.buy(Self.fuel87)
    let copy = try RawCopy(of: shop.data) { _ in true }
    let epoch = try await shop.epoch()
    _ = try await shop.buy(Self.fuel89)

    try copy.putBack()
    _ = try await shop.buy(Self.fuel89)

    #expect(try shop.fuel() == [Self.fuel87: 1, Self.fuel89: 1])
    #expect(try await shop.epoch() == epoch, "the store knows all that its only device knows")
  }

  @Test func `a customer elsewhere buys on after the folder of a served store was put back`()
    async throws
  {
    let shop = try CommandLineFixture()
    var server = try await ServeProcess.start(shop)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    let port = try #require(server.url.split(separator: ":").last)
    _ = try await server.end()
    let copy = try RawCopy(of: shop.data) { _ in true }
    func serve() async throws {
      server = try await ServeProcess.start(shop, "--port", String(port))
    }

    try await serve()
    let lost = try await ann.buy(Self.fuel87)
    _ = try await server.end()
    try copy.putBack()
    try await serve()
    let bought = try await ann.buy(Self.fuel89)
    _ = try await server.end()

    #expect(bought != lost)
    #expect(try ann.commandLine.fuel() == [Self.fuel87: 1, Self.fuel89: 1])
  }
}

/// A copy of some files of a folder, as `cp -a` makes it.
private struct RawCopy {
  let folder: URL
  let copy: TemporaryFolder
  let names: [String]

  init(of folder: URL, _ isCopied: (String) -> Bool) throws {
    self.folder = folder
    copy = try TemporaryFolder()
    names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(isCopied)
    for name in names {
      try FileManager.default.copyItem(
        at: folder.appending(path: name), to: copy.url.appending(path: name))
    }
  }

  /// Replaces the files; those of a write-ahead log that the copy does not have are removed.
  func putBack() throws {
    let log = ["store.sqlite-wal", "store.sqlite-shm"]
    for name in Set(names + log) {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
    for name in names {
      try FileManager.default.copyItem(
        at: copy.url.appending(path: name), to: folder.appending(path: name))
    }
  }
}

extension CommandLineFixture {
  /// Buys a product, and returns the transaction's ID.
  fileprivate func buy(_ product: String) async throws -> String {
    try await skdemo("buy", product, "--yes", "--json").boughtID()
  }

  fileprivate func epoch() async throws -> Int {
    try #require(try await skdemo("store", "clock", "--json").json()["epoch"] as? Int)
  }

  /// The counts of the only tank in the data folder.
  fileprivate func fuel() throws -> [String: Int] {
    let files = FileManager.default.enumerator(at: data, includingPropertiesForKeys: nil)
    let tanks = (files?.allObjects as? [URL] ?? []).filter { $0.lastPathComponent == "fuel.json" }
    let tank = try #require(tanks.first)
    let accounts = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: tank)) as? [String: [String: Any]])
    return try #require(accounts.values.first?["counts"] as? [String: Int])
  }
}

extension RemoteCustomer {
  fileprivate func buy(_ product: String) async throws -> String {
    try await skdemo("buy", product, "--yes", "--json").boughtID()
  }
}
