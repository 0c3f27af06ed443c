import StoreHTTPServer
import TestSupport
import Testing

/// Apple's API beside the store's own paths, on one port.
@Suite(.hangLimit) struct ServedAPITests {
  private static let transaction = "/inApps/v1/transactions/700"

  @Test func `paths below inApps are Apple's, all others the store's`() async throws {
    let double = ServerAPIDouble()
    try await ServedStoreFixture.run(changing: { $0.serverAPI = double }) { served in
      let client = served.client
      let apple = try await client.request("GET", Self.transaction, token: ServerAPIDouble.token)
      let store = try await client.request("GET", "/health")
      let otherCase = try await client.request(
        "GET", "/inapps/v1/transactions/700", token: ServerAPIDouble.token)
      let metrics = try await client.request("GET", "/metrics")

      #expect(apple.status == 200)
      #expect(apple.body == #"{"signedTransactionInfo":"signed"}"#)
      #expect(store.status == 200)
      #expect(otherCase.status == 404)
      #expect(otherCase.code == "notFound")
      #expect(metrics.text.contains(#"caller="server",operation="getTransactionInfo""#))
      #expect(double.calls.count == 1)
    }
  }

  @Test func `a store without Apple's API has no such paths`() async throws {
    try await ServedStoreFixture.run(changing: { $0.serverAPI = nil }) { served in
      let response = try await served.client.request("GET", Self.transaction, token: "token")

      #expect(response.status == 404)
      #expect(response.code == "notFound")
    }
  }
}
