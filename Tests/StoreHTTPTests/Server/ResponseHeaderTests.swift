import Foundation
import HTTPTypes
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// The headers of every response.
@Suite(.hangLimit) struct ResponseHeaderTests {
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

  @Test func `a path refuses every other method, and names those that it allows`() async throws {
    let byPath = Dictionary(grouping: Route.all, by: \.path)
      .mapValues { Set($0.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }) }
    try await ServedStoreFixture.run { served in
      for (path, allowed) in byPath {
        for method in Self.methods where !allowed.contains(method) {
          let response = try await served.client.send(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
            until: { $0.contains("\r\n\r\n") })

          #expect(response.status == 405, "\(method) \(path)")
          #expect(
            response.header("Allow") == allowed.sorted().joined(separator: ", "),
            "\(method) \(path)")
        }
      }
    }
  }

  @Test func `a response has the ID of its request in the log`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.register("watch").token
      let responses = [
        try await served.client.request("GET", "/health"),
        try await served.client.request("GET", "/v1/nothing"),
        try await served.client.request("DELETE", "/v1/products"),
        try await served.client.request("POST", "/v1/sign-in", body: "{"),
        try await served.client.request("GET", "/v1/holdings", headers: RawClient.instance),
        try await served.client.request(
          "GET", "/v1/holdings", token: watch, headers: RawClient.instance),
        try await served.updates(try await served.register("car"), until: RawClient.hasBegun),
      ]

      let ids = try responses.map { try #require($0.header("X-Request-ID"), "\($0.text)") }
      #expect(Set(ids).count == responses.count)
      for (id, response) in zip(ids, responses) {
        try await served.log.wait(for: #""id":"\#(id)""#)
        let lines = served.log.lines(with: id).filter { $0["message"] == "answered" }
        #expect(lines.map { $0["status"] } == [response.status.map { "\($0)" }])
      }
    }
  }

  @Test func `a stream's end is logged with the ID of its request`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.register("watch")
      let response = try await served.updates(watch, until: RawClient.hasBegun)

      try await served.log.wait(for: #""message":"stream ended""#)
      let id = try #require(response.header("X-Request-ID"))
      #expect(
        served.log.lines(with: id).map { $0["message"] } == ["answered", "stream ended"])
    }
  }
}

extension RawClient.Response {
  /// The value of a header of the first response.
  func header(_ name: String) -> String? {
    let head = text.firstRange(of: "\r\n\r\n").map { text[..<$0.lowerBound] } ?? text[...]
    let line = head.split(separator: "\r\n").first {
      $0.lowercased().hasPrefix(name.lowercased() + ": ")
    }
    return line.map { String($0.dropFirst(name.count + 2)) }
  }
}

extension LogLines {
  /// The fields of the lines about one request, in their order.
  fileprivate func lines(with id: String) -> [[String: String]] {
    text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode([String: String].self, from: Data($0.utf8))
    }.filter { $0["id"] == id }
  }
}
