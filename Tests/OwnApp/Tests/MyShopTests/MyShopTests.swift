import OpenStoreKitTest
import Testing

@testable import MyShop

@Suite(.serialized) struct MyShopTests {
  @Test func `a subscriber is welcomed back until the plan ends`() async throws {
    let session = try SKTestSession(configurationFileNamed: "Shop")
    try await session.buyProduct(identifier: "daybook.monthly")
    #expect(await MyShop.greeting() == "Welcome back: daybook.monthly")
    try session.expireSubscription(productIdentifier: "daybook.monthly")
    #expect(await MyShop.greeting() == "Welcome. What would you like?")
  }
}
