import AppStoreServerAPI
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import StoreEngine
import StoreHTTPClient
import TestSupport
import Testing

@testable import NotificationHTTPClient

/// Sending one notification over HTTP.
@Suite(.hangLimit) struct NotificationTransportTests {
  private static let body = #"{"signedPayload":"a.b.c"}"#

  @Test func `a notification is posted as JSON to the whole URL`() async throws {
    try await ScriptedServer.run([.http(200, "thank you")]) { server, client in
      let result = try await Self.post("http://127.0.0.1:\(client.address.port)/apple?shop=1")

      #expect(result == .success)
      let request = try #require(server.requests.first)
      #expect(request.line == "POST /apple?shop=1")
      #expect(request.headers["content-type"] == "application/json")
      #expect(request.headers["host"] == "127.0.0.1:\(client.address.port)")
      #expect(request.body == Self.body)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a name of this machine is reached at one of its loopback addresses`() async throws {
    try await ScriptedServer.run([.http(204, "")]) { _, client in
      let result = try await Self.post("http://localhost:\(client.address.port)/")
      #expect(result == .success)
    }
  }

  @Test(arguments: [200, 201, 202, 204, 206])
  func `the statuses 200 to 206 are a success`(status: Int) async throws {
    #expect(try await Self.result(of: .http(status, "")) == .success)
  }

  @Test(arguments: [207, 400, 401, 404, 410, 429, 500, 503])
  func `any other status is not a success`(status: Int) async throws {
    #expect(try await Self.result(of: .http(status, "")) == .unsuccessfulHTTPResponseCode)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is not followed`(status: Int) async throws {
    try await ScriptedServer.run([.http(status, "", headers: ["location: /elsewhere"])]) {
      server, client in
      let result = try await Self.post("http://127.0.0.1:\(client.address.port)/")

      #expect(result == .unsuccessfulHTTPResponseCode)
      #expect(server.requests.map(\.line) == ["POST /"])
    }
  }

  @Test func `a redirect to the same URL is circular`() throws {
    let url = try #require(URL(string: "https://shop.example.com/apple?shop=1"))
    let locations = ["/apple?shop=1", "https://shop.example.com/apple?shop=1", "/apple", nil]
    let results = locations.map { SendAttemptResult(status: 307, location: $0, from: url) }

    #expect(
      results == [
        .circularRedirect, .circularRedirect, .unsuccessfulHTTPResponseCode,
        .unsuccessfulHTTPResponseCode,
      ])
    #expect(SendAttemptResult(status: 200, location: "/apple?shop=1", from: url) == .success)
  }

  @Test func `an attempt does not wait for the body of a response`() async throws {
    let endless = ScriptedServer.Response(
      bytes: "HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\nabc")
    #expect(try await Self.result(of: endless) == .success)
  }

  @Test func `a server that does not answer, hangs up or speaks something else has its result`()
    async throws
  {
    #expect(try await Self.result(of: .silent, within: .milliseconds(200)) == .timedOut)
    #expect(try await Self.result(of: .closes) == .prematureClose)
    #expect(try await Self.result(of: .notHTTP) == .invalidResponse)
    #expect(try await Self.post("http://127.0.0.1:1/") == .socketIssue)
  }

  @Test func `a status that does not exist ends the attempt, and not the process`() async throws {
    let response = ScriptedServer.Response(
      bytes: "HTTP/1.1 099 Strange\r\ncontent-length: 3\r\n\r\nabc")
    #expect(try await Self.result(of: response) == .invalidResponse)
  }

  @Test func `errors of the connection have Apple's names`() {
    #expect(SendFailure(NIOSSLError.uncleanShutdown).result == .tlsIssue)
    #expect(SendFailure(HTTPClientError.deadlineExceeded).result == .timedOut)
    #expect(SendFailure(HTTPClientError.connectTimeout).result == .timedOut)
    #expect(SendFailure(HTTPClientError.remoteConnectionClosed).result == .prematureClose)
    #expect(SendFailure(IOError(errnoCode: ECONNRESET, reason: "read")).result == .socketIssue)
    #expect(SendFailure(IOError(errnoCode: ECONNRESET, reason: "read")).wasConnected)
    #expect(!SendFailure(IOError(errnoCode: ECONNREFUSED, reason: "connect")).wasConnected)
    #expect(SendFailure(CancellationError()).result == .other)
  }

  @Test func `only public addresses of another machine are used`() throws {
    let addresses = ["10.0.0.7", "8.8.8.8", "::1", "fe80::1%eth0", "2606:4700::1111", "127.0.0.1"]

    #expect(
      try Self.destination("https://shop.example.com/").allowed(addresses)
        == ["8.8.8.8", "2606:4700::1111"])
    #expect(
      try Self.destination("https://shop.example.com/", allowsOwnNetwork: true).allowed(addresses)
        == addresses)
    #expect(
      try Self.destination("http://localhost/").allowed(addresses) == ["::1", "127.0.0.1"])
    #expect(
      try Self.destination("http://localhost/", allowsOwnNetwork: true).allowed(addresses)
        == ["::1", "127.0.0.1"])
  }

  @Test func `a host without a name is its own address`() async {
    #expect(await HostAddresses.resolved("10.0.0.7", within: .seconds(60)) == ["10.0.0.7"])
    #expect(await HostAddresses.resolved("::1", within: .seconds(60)) == ["::1"])
  }

  private static func result(
    of response: ScriptedServer.Response, within timeout: Duration = .seconds(60)
  ) async throws -> SendAttemptResult? {
    let results = AsyncStream<SendAttemptResult>.makeStream()
    try await ScriptedServer.run([response]) { _, client in
      results.continuation.yield(
        try await post("http://127.0.0.1:\(client.address.port)/", within: timeout))
    }
    return await results.stream.first { _ in true }
  }

  /// Posts the body as the store does.
  private static func post(
    _ url: String, within timeout: Duration = .seconds(60)
  ) async throws -> SendAttemptResult {
    await HTTPNotificationTransport(timeout: timeout)
      .post(Data(body.utf8), to: try destination(url))
  }

  private static func destination(
    _ url: String, allowsOwnNetwork: Bool = false
  ) throws -> NotificationDestination {
    NotificationDestination(
      url: try NotificationURL(url, allowsOwnNetwork: allowsOwnNetwork),
      allowsOwnNetwork: allowsOwnNetwork)
  }
}
