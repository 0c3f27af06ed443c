import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// Requests in HTTP/1.0, and connections that their clients want closed.
@Suite(.hangLimit) struct VersionTests {
  @Test(arguments: [
    "HTTP/1.0\r\n", "HTTP/1.0\r\nHost: localhost\r\n",
    "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n",
    "HTTP/1.1\r\nHost: localhost\r\nConnection: Close, TE\r\n",
  ])
  func `the connection is closed after the answer`(request: String) async throws {
    try await ServedStoreFixture.run { served in
      let response = try await served.client.send("GET /health \(request)\r\n")

      #expect(response.text.hasPrefix("\(request.prefix(8)) 200 OK\r\n"))
      #expect(response.text.contains("Connection: close\r\n"))
      #expect(response.text.hasSuffix(#"{"status":"up"}"#))
    }
  }

  @Test func `HTTP/1.0 with keep-alive is asked again on its connection`() async throws {
    try await ServedStoreFixture.run { served in
      let request = "GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
      let response = try await served.client.send(request + request) { text in
        text.split(separator: #"{"status":"up"}"#).count == 2 && text.hasSuffix("}")
      }

      #expect(response.text.contains("Connection: keep-alive\r\n"))
      #expect(!response.wasClosed)
    }
  }

  @Test func `a stream in HTTP/1.0 has no chunks`() async throws {
    try await ServedStoreFixture.run { served in
      let device = try await served.register("laptop")
      let request = RawClient.updates(device.token, after: 0)
      let response = try await served.client.send(
        request.replacing("HTTP/1.1", with: "HTTP/1.0"), until: RawClient.hasBegun)

      #expect(!response.text.contains("Transfer-Encoding"))
      #expect(response.text.contains("\r\n\r\n:\n\n"))
    }
  }
}
