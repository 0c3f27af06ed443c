import HTTPTypes
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// `HEAD`, which is answered as `GET` is, without the body.
@Suite(.hangLimit) struct HeadRequestTests {
  /// The metrics count these requests, and a receipt's signature has a few bytes more or less each time.
  private static let changingLength = [
    MetaEndpoints.metrics.route.path, DeviceEndpoints.receipt.route.path,
  ]

  @Test func `every document has the same head for HEAD as for GET, and no body`() async throws {
    try await ServedStoreFixture.run { served in
      let registration = try await served.register("laptop")
      for route in Route.all where route.method == .get {
        let token =
          route.caller == .signIn ? served.store.signIn.token : registration.token
        var head = try await served.client.head(of: route, by: "HEAD", token)
        var get = try await served.client.head(of: route, by: "GET", token)
        if Self.changingLength.contains(route.path) {
          head.lines.removeAll { $0.hasPrefix("Content-Length:") }
          get.lines.removeAll { $0.hasPrefix("Content-Length:") }
        }

        #expect(head.lines == get.lines, "\(route.operation)")
        #expect(head.rest.isEmpty, "\(route.operation): \(head.rest)")
        #expect(head.lines.first?.hasPrefix("HTTP/1.1 ") == true)
      }
    }
  }

  @Test func `a connection goes on after HEAD`() async throws {
    try await ServedStoreFixture.run { served in
      let request = "HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let response = try await served.client.send("HEAD /health \(request)GET /health \(request)") {
        $0.contains("{")
      }

      #expect(response.text.split(separator: "HTTP/1.1 200 OK").count == 2)
      #expect(!response.wasClosed)
    }
  }
}

extension RawClient {
  /// The lines of a response's head but those of the request and its connection, and what follows it.
  fileprivate func head(
    of route: Route, by method: String, _ token: String
  ) async throws -> (lines: [String], rest: String) {
    let headers = [
      "\(method) \(route.path)\(Self.query(of: route)) HTTP/1.1", "Host: localhost",
      "Authorization: Bearer \(token)", Self.instance[0],
    ]
    let response = try await send(headers.joined(separator: "\r\n") + "\r\n\r\n") {
      $0.contains("\r\n\r\n")
    }
    let end = try #require(response.text.firstRange(of: "\r\n\r\n"))
    let lines = response.text.prefix(upTo: end.lowerBound)
    let others = ["X-Request-ID:", "Date:", "Connection:"]
    let compared = lines.split(separator: "\r\n").filter { line in
      !others.contains { line.hasPrefix($0) }
    }
    return (compared.map(String.init), response.body ?? "")
  }

  private static func query(of route: Route) -> String {
    switch route.path {
    case DeviceEndpoints.quote.route.path: "?productID=nonconsumable.car&quantity=1"
    case DeviceEndpoints.offerCode.route.path: "?code=NONE"
    case DeviceEndpoints.unfinished.route.path: "?limit=10"
    case DeviceEndpoints.transactions.route.path: "?includingFinishedConsumables=true&limit=10"
    case DeviceEndpoints.transaction.route.path: "?id=1"
    case DeviceEndpoints.updates.route.path: "?after=0"
    default: ""
    }
  }
}
