import Foundation
import Testing

/// The real binary reads `.storekit` files that Xcode wrote.
@Suite struct CatalogueFilesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "StoreEngineTests/StoreKitConfigurations")

  static let productCounts = [
    "v1.0-revenuecat-purchases-ios": 3,
    "v1.1-revenuecat-purchases-ios": 6,
    "v1.2-franciszekczana-storekittesting": 2,
    "v2.0-revenuecat-storekit2-demo-app": 3,
    "v3.0-jordancalhoun-storekit2": 4,
    "v4.0-revenuecat-purchases-ios": 6,
    "v4.0-jaywcjlove-storekithelper": 2,
    "v5.0-jaywcjlove-storekithelper": 2,
  ]

  @Test(arguments: productCounts.keys.sorted())
  func `the products of a real file are printed`(name: String) async throws {
    let file = Self.folder.appending(path: "\(name).storekit")

    let report = try await CommandLineFixture().skdemo("products", "--json", "--catalog", file.path)
      .json()

    let products = try #require(report["products"] as? [[String: Any]])
    #expect(products.count == Self.productCounts[name])
    for product in products {
      #expect(product["price"] is String)
      #expect(product["displayPrice"] is String)
      #expect((product["displayName"] as? String)?.isEmpty == false)
    }
  }

  @Test func `a store made from another file sells what that file lists`() async throws {
    let commandLine = try CommandLineFixture()
    let file = Self.folder.appending(path: "v5.0-jaywcjlove-storekithelper.storekit")

    #expect(try await commandLine.skdemo("status", "--catalog", file.path).status == 0)
    #expect(try await commandLine.skdemo("buy", "test.monthly", "--yes").status == 0)

    let status = try await commandLine.skdemo("status", "--json").json()
    let products = try #require(status["products"] as? [[String: Any]])
    #expect(Set(products.compactMap { $0["id"] as? String }) == ["test.lifetime", "test.monthly"])
    #expect(status["customer"] as? String == "active")
  }

  @Test func `a file's products are printed without being imported into an existing store`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("status")
    let file = Self.folder.appending(path: "v1.2-franciszekczana-storekittesting.storekit")

    let printed = try await commandLine.skdemo("products", "--json", "--catalog", file.path).json()
    let sold = try await commandLine.skdemo("products", "--json").json()

    #expect((printed["products"] as? [Any])?.count == 2)
    #expect((sold["products"] as? [Any])?.count == 10)
    #expect(try await commandLine.skdemo("status", "--catalog", file.path).status == 1)
  }
}
