import Foundation
import TestSupport
import Testing

/// The real binary reads `.storekit` files that Xcode wrote.
@Suite(.hangLimit) struct CatalogueFilesTests {
  static let folder = URL.packageRoot
    .appending(path: "Tests/StoreEngineTests/StoreKitConfigurations")

  @Test(
    arguments: [
      (#"{"presentation":{"products":{"a":{"duration":"P1H"}}}}"#, "P1Y, P6M, P2W or P1M2D"),
      (
        #"{"subscriptionGroups":[{"id":"g","subscriptions":[{"productID":"p","internalID":"i","#
          + #""type":"RecurringSubscription","displayPrice":"1","recurringSubscriptionPeriod":"P1M2D"}]}]}"#,
        "\"P1W\", \"P1M\" or \"P1Y\""
      ),
    ] as [(String, String)])
  func `a file with a duration that cannot be read makes no store`(
    text: String, forms: String
  ) async throws {
    let commandLine = try CommandLineFixture()
    let file = commandLine.data.appending(path: "shop.json")
    try Data(text.utf8).write(to: file)

    for command in [["products"], ["status"], ["serve", "--port", "0"]] {
      let run = try await commandLine.skdemo(command + ["--catalog", file.path])
      #expect(run.status == 2, "\(command)")
      #expect(run.errors.contains(forms), "\(run.errors)")
    }
    #expect(try await commandLine.skdemo("store", "catalog", file.path).status == 2)
    #expect(
      try await commandLine.skdemo("products").output.contains("nonconsumable.car"),
      "skdemo's own products")
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

  @Test func `a store sells and shows another file after importing it, and what was bought stays`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    let file = Self.folder.appending(path: "v5.0-jaywcjlove-storekithelper.storekit")
    #expect(try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").status == 0)

    #expect(try await commandLine.skdemo("store", "catalog", file.path).status == 0)

    let status = try await commandLine.skdemo("status", "--json").json()
    let products = try #require(status["products"] as? [[String: Any]])
    #expect(
      Set(products.compactMap { $0["id"] as? String })
        == ["nonconsumable.car", "test.lifetime", "test.monthly"])
    #expect(try await commandLine.skdemo("history").output.contains("nonconsumable.car"))
    #expect(try await commandLine.skdemo("buy", "test.monthly", "--yes").status == 0)
    #expect(try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes").status == 1)
  }

  @Test func `a file's products are printed without being imported into an existing store`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("status")
    let file = Self.folder.appending(path: "v1.2-franciszekczana-storekittesting.storekit")

    let printed = try await commandLine.skdemo("products", "--json", "--catalog", file.path).json()
    let sold = try await commandLine.skdemo("products", "--json").json()

    let products = try #require(printed["products"] as? [[String: Any]])
    #expect(products.count == 2)
    #expect(products.allSatisfy { $0["price"] is String && $0["displayPrice"] is String })
    #expect((sold["products"] as? [Any])?.count == 10)
    #expect(try await commandLine.skdemo("status", "--catalog", file.path).status == 1)
  }
}
