import Foundation
import TestSupport
import Testing

/// Customers of a remote store with a catalogue other than skdemo's own.
@Suite(.serialized, .hangLimit) struct RemoteCatalogueTests {
  private static func serving() async throws -> ServeProcess {
    try await ServeProcess.start(CommandLineFixture(), "--catalog", RunFixture.journal)
  }

  @Test func `the customer of a store with its own catalogue sees and buys what it sells`()
    async throws
  {
    let server = try await Self.serving()
    let ann = try await RemoteCustomer.signedUp("ann", at: server)

    let products = try await ann.skdemo("products", "--json").json()
    let listed = try #require(products["products"] as? [[String: Any]])
    let bought = try await ann.skdemo("buy", "daybook.monthly", "--yes")
    let status = try await ann.status()

    #expect(listed.contains { $0["id"] as? String == "daybook.monthly" })
    #expect(!listed.contains { $0["id"] as? String == "nonconsumable.car" })
    #expect(bought.status == 0, "\(bought.errors)")
    #expect(status["customer"] as? String == "active")
    let shown = try #require(status["products"] as? [[String: Any]])
    #expect(
      shown.compactMap { $0["id"] as? String } == listed.compactMap { $0["id"] as? String })

    try await server.kill()
    let away = try await ann.status()
    #expect(away["offline"] as? Bool == true)
    #expect((away["products"] as? [Any])?.count == listed.count)
    #expect(away["customer"] as? String == "active")
  }

  @Test func `a file says which products the app shows, and the store which of them it sells`()
    async throws
  {
    let server = try await Self.serving()
    let ann = try await RemoteCustomer.signedUp("ann", at: server)

    let own = try await ann.skdemo("products", "--catalog", URL.skdemoCatalogue.path)
    let journal = try await ann.skdemo("products", "--catalog", RunFixture.journal).succeeded()

    #expect(own.output == "nothing is for sale\n")
    #expect(journal.output.contains("daybook.monthly"))
  }
}
