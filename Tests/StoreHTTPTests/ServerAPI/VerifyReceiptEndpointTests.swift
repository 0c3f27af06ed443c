import AppStorePayloads
import AppStoreServerAPI
import AppStoreServerHTTP
import Foundation
import StoreHTTPServer
import Synchronization
import TestSupport
import Testing

/// verifyReceipt beside the store's own paths, on one port.
@Suite(.hangLimit) struct VerifyReceiptEndpointTests {
  private static let body = #"{"receipt-data":"cmVjZWlwdA==","password":"hush"}"#
  private static let request = VerifyReceiptRequest(
    receipt: Data("receipt".utf8), password: "hush")

  @Test func `each URL asks the store for its environment, without a token`() async throws {
    let store = VerifyReceiptDouble()
    try await ServedStoreFixture.run(changing: { $0.receipts = store }) { served in
      let sandbox = try await served.client.request("POST", "/verifyReceipt", body: Self.body)
      let production = try await served.client.request(
        "POST", "/production/verifyReceipt", body: Self.body)

      #expect(sandbox.status == 200 && production.status == 200)
      #expect(sandbox.header("Content-Type") == "application/json")
      #expect(sandbox.body == #"{"environment":"Sandbox","status":21004}"#)
      #expect(
        store.calls == [
          .init(request: Self.request, environment: .sandbox),
          .init(request: Self.request, environment: .production),
        ])
    }
  }

  @Test func `an error in a request is a status, and the store is not asked`()
    async throws
  {
    let store = VerifyReceiptDouble()
    try await ServedStoreFixture.run(changing: { $0.receipts = store }) { served in
      let client = served.client
      let tooLong = String(repeating: " ", count: VerifyReceiptResponder.bodySize) + Self.body
      let responses = [
        (try await client.request("GET", "/verifyReceipt"), 21_000),
        (try await client.request("PUT", "/verifyReceipt", body: Self.body), 21_000),
        (try await client.request("POST", "/verifyReceipt", body: "receipt-data=AAAA"), 21_002),
        (try await client.request("POST", "/verifyReceipt", body: "{}"), 21_002),
        (try await client.request("POST", "/verifyReceipt", body: tooLong), 21_002),
      ]

      for (response, status) in responses {
        #expect(response.status == 200)
        #expect(response.body == #"{"status":\#(status)}"#)
      }
      #expect(store.calls == [])
    }
  }

  @Test func `other paths are the store's own, and so are these without a verifier`() async throws {
    let store = VerifyReceiptDouble()
    try await ServedStoreFixture.run(changing: { $0.receipts = store }) { served in
      for path in ["/verifyreceipt", "/verifyReceipt/", "/sandbox/verifyReceipt"] {
        let response = try await served.client.request("POST", path, body: Self.body)
        #expect(response.status == 404 && response.code == "notFound", "\(path)")
      }
      #expect(store.calls == [])
    }
    try await ServedStoreFixture.run(changing: { $0.receipts = nil }) { served in
      let response = try await served.client.request("POST", "/verifyReceipt", body: Self.body)
      #expect(response.code == "notFound")
    }
  }

  @Test func `the log has the status, and neither the receipt nor the secret`() async throws {
    try await ServedStoreFixture.run(changing: { $0.receipts = VerifyReceiptDouble() }) { served in
      _ = try await served.client.request("POST", "/verifyReceipt", body: Self.body)
      try await served.log.wait(for: #""operation":"verifyReceipt""#)
      let metrics = try await served.client.request("GET", "/metrics")

      #expect(served.log.text.contains(#""receipt":"21004""#))
      #expect(!served.log.text.contains("hush") && !served.log.text.contains("cmVjZWlwdA"))
      #expect(metrics.text.contains(#"caller="server",operation="verifyReceipt""#))
    }
  }

  @Test func `a request to another host name is not answered`() async throws {
    let store = VerifyReceiptDouble()
    try await ServedStoreFixture.run(changing: { $0.receipts = store }) { served in
      let response = try await served.client.send(
        "POST /verifyReceipt HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 0\r\n\r\n",
        until: RawClient.Response.isComplete)

      #expect(response.status == 421)
      #expect(store.calls == [])
    }
  }
}

/// A store that records what it is asked, and always answers in the same way.
private final class VerifyReceiptDouble: VerifyReceiptAPI {
  struct Call: Hashable, Sendable {
    var request: VerifyReceiptRequest
    var environment: StoreEnvironment
  }

  private let recorded = Mutex<[Call]>([])

  var calls: [Call] { recorded.withLock { $0 } }

  func verifyReceipt(
    _ request: VerifyReceiptRequest, in environment: StoreEnvironment
  ) async -> VerifyReceiptResponse {
    recorded.withLock { $0.append(Call(request: request, environment: environment)) }
    return VerifyReceiptResponse(.wrongSharedSecret, environment: .sandbox)
  }
}
