import HTTPService
import HTTPTypes
import StoreHTTP
import TestSupport
import Testing

/// Which names a server answers under, and which pages it answers.
@Suite(.hangLimit) struct HostPolicyTests {
  private let policy = HostPolicy(names: ["Shop.Example", "0.0.0.0"])

  private func request(_ host: String?, _ fields: HTTPFields = [:]) -> HTTPRequest {
    HTTPRequest(method: .get, scheme: "http", authority: host, path: "/", headerFields: fields)
  }

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:8080", "192.0.2.7:1", "[::1]", "[2001:db8::1]:8080", "localhost",
    "LOCALHOST:80", "localhost.", "shop.example", "SHOP.example:443", "shop.example.:8080", nil,
  ])
  func `an address, localhost, an allowed name and no name at all are answered`(host: String?)
    throws
  {
    try policy.check(request(host))
  }

  @Test(arguments: [
    "evil.example", "store", "shop.example.evil.example", "localhost.evil.example",
    "127.0.0.1.nip.io",
    "", "abcd", "2130706433", "0x7f.1", "127.0.0.1:80:80", "[::1", "::1", "shop.example:http",
    "shop.example:99999", "user@shop.example", "shop.example/",
  ])
  func `any other name is refused`(host: String) {
    #expect { try policy.check(request(host)) } throws: { $0.isRefusal(.misdirected) }
  }

  @Test func `a second name is refused, even if the first is allowed`() throws {
    var fields = HTTPFields()
    fields[try #require(HTTPField.Name("Host"))] = "evil.example"
    let request = request("localhost", fields)

    #expect { try policy.check(request) } throws: { $0.isRefusal(.misdirected) }
  }

  @Test(arguments: [
    ("shop.example", "http://shop.example"), ("shop.example:80", "http://shop.example"),
    ("shop.example", "https://shop.example:443"), ("127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("[::1]:8080", "http://[::1]:8080"), ("Localhost:8080", "HTTP://localhost:8080"),
  ])
  func `a page of the same origin is answered`(host: String, origin: String) throws {
    try policy.check(request(host, [.origin: origin]))
  }

  @Test(arguments: [
    ("shop.example", "http://evil.example"), ("shop.example", "null"), ("shop.example", ""),
    ("localhost:8080", "http://localhost:3000"), ("localhost:8080", "http://localhost"),
    ("shop.example", "file://shop.example"), ("shop.example", "http://shop.example.evil.example"),
    ("shop.example", "http://shop.example, http://evil.example"), (nil, "http://evil.example"),
    ("127.0.0.1:80", "http://localhost:80"),
  ])
  func `a page of another origin is refused`(host: String?, origin: String) {
    #expect { try policy.check(request(host, [.origin: origin])) } throws: {
      $0.isRefusal(.foreignOrigin)
    }
  }

  @Test func `a web page that binds its own name to the store gets no answer from any route`()
    async throws
  {
    try await ServedStoreFixture.run { served in
      for route in Route.all {
        let method = route.method.rawValue
        let foreign = try await served.client.send(
          "\(method) \(route.path) HTTP/1.1\r\nHost: evil.example\r\n\r\n",
          until: RawClient.Response.isComplete)
        let page = try await served.client.send(
          "\(method) \(route.path) HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n",
          until: RawClient.Response.isComplete)

        #expect(foreign.status == 421 && foreign.code == "misdirected", "\(route.operation)")
        #expect(page.status == 403 && page.code == "foreignOrigin", "\(route.operation)")
      }
    }
  }

  @Test
  func `a server answers to the names in its settings, and without any to HTTP 1 point 0`()
    async throws
  {
    try await ServedStoreFixture.run(settings: { $0.allowedHosts = ["shop.example"] }) { served in
      var statuses: [Int?] = []
      for head in [
        "GET /health HTTP/1.1\r\nHost: shop.example:8080",
        "GET /health HTTP/1.1\r\nHost: other.example", "GET /health HTTP/1.0",
        "GET /health HTTP/1.0\r\nHost: other.example",
      ] {
        statuses.append(
          try await served.client.send(head + "\r\n\r\n", until: RawClient.Response.isComplete)
            .status)
      }

      #expect(statuses == [200, 421, 200, 421])
    }
  }
}

extension Error {
  fileprivate func isRefusal(_ error: HostError) -> Bool {
    (self as? HostError) == error
  }
}
