import Foundation
import HTTPService
import NIOCore
import StoreAPI
import StoreHTTP
import StoreHTTPServer
import Synchronization
import TestSupport
import Testing

/// Malformed, unauthorized and endless requests.
@Suite(.hangLimit) struct HostileRequestTests {
  struct HostileRequest: Sendable {
    var name: String
    /// Makes the sent bytes, given the token of a registered device.
    var bytes: @Sendable (_ token: String) -> AsyncStream<ByteBuffer>
    /// The code of the refusal; `nil` if the connection is closed without a response.
    var code: String?
    /// Whether the connection is closed after the response.
    var closes = false

    var status: Int? {
      code.flatMap {
        [
          "notFound": 404, "methodNotAllowed": 405, "malformed": 400, "unauthorized": 401,
          "tooLarge": 413,
        ][$0]
      }
    }
  }

  /// Requests with the same refusal, by name.
  ///
  /// A tilde in the text stands for a byte that is not UTF-8.
  private static func requests(
    refused code: String?, closing closes: Bool = false, _ texts: KeyValuePairs<String, String>
  ) -> [HostileRequest] {
    texts.map { name, text in
      let bytes = text.utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 }
      return HostileRequest(
        name: name, bytes: { _ in AsyncStream([ByteBuffer(bytes: bytes)]) }, code: code,
        closes: closes)
    }
  }

  private static func get(_ target: String, _ headers: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n"
  }

  private static func post(_ path: String, _ headers: String, _ body: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n"
      + body
  }

  /// A sign-in whose body has these bytes.
  private static func signIn(_ name: String, body: [UInt8]) -> HostileRequest {
    let head =
      "POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\n\(json)Content-Length: \(body.count)\r\n\r\n"
    return HostileRequest(
      name: name, bytes: { _ in AsyncStream([ByteBuffer(bytes: Array(head.utf8) + body)]) },
      code: "malformed")
  }

  private static let credentials = #"{"account":"a","password":"correct horse"}"#

  /// The same credentials in the encodings that Foundation's decoder detects.
  private static let encodings: [HostileRequest] = [
    signIn("UTF-16, little-endian", body: credentials.utf16.flatMap { [UInt8($0), 0] }),
    signIn("UTF-16, big-endian", body: credentials.utf16.flatMap { [0, UInt8($0)] }),
    signIn(
      "UTF-16 with a byte order mark",
      body: [0xFF, 0xFE] + credentials.utf16.flatMap { [UInt8($0), 0] }),
    signIn("UTF-32", body: credentials.utf16.flatMap { [0, 0, 0, UInt8($0)] }),
    signIn("UTF-8 with a byte order mark", body: [0xEF, 0xBB, 0xBF] + credentials.utf8),
  ]

  private static let json = "Content-Type: application/json\r\n"
  private static let instance = RawClient.instance[0] + "\r\n"

  /// A head followed by the same chunk without end.
  private static func endless(
    _ name: String, refused code: String, _ head: String,
    _ chunk: String = String(repeating: " ", count: 65_536)
  ) -> HostileRequest {
    HostileRequest(
      name: name,
      bytes: { _ in
        let once = Atomic(false)
        return AsyncStream(unfolding: {
          ByteBuffer(string: once.exchange(true, ordering: .relaxed) ? chunk : head)
        })
      }, code: code, closes: true)
  }

  /// A malformed request of a registered device; `text` makes it, given its headers.
  private static func ofDevice(
    _ name: String, _ text: @escaping @Sendable (_ headers: String) -> String
  ) -> HostileRequest {
    HostileRequest(
      name: name,
      bytes: { token in
        let text = text("Authorization: Bearer \(token)\r\n" + instance)
        return AsyncStream([ByteBuffer(string: text)])
      }, code: "malformed")
  }

  private static let answered: [HostileRequest] =
    requests(
      refused: "notFound",
      [
        "no such path": get("/v1/nothing"), "a doubled slash": get("//v1/products"),
        "dots": get("/v1/../v1/products"), "encoded dots": get("/v1/%2e%2e/v1/products"),
        "an encoded letter": get("/v1/product%73"), "an encoded NUL": get("/v1/products%00"),
        "a file path": get("/../../../../etc/passwd"), "no path": get("*"),
      ])
    + requests(
      refused: "methodNotAllowed",
      ["another method": "DELETE /v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n"])
    + requests(
      refused: "malformed", closing: true,
      [
        "a NUL": get("/v1/products\u{0}"),
        "an unknown method": "STEAL /v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "not HTTP": "\u{16}\u{3}\u{1}\u{2}\r\n\r\n",
        "two lengths": post("/v1/sign-in", "Content-Length: 5\r\n", "{}"),
        "a length and chunks": post(
          "/v1/sign-in", "Transfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        "a header of 200 KB": get(
          "/health", "X: \(String(repeating: "a", count: 200_000))\r\n"),
        "broken UTF-8 in a path": get("/v1/products~"),
        "no Host": "GET /health HTTP/1.1\r\n\r\n",
        "two Hosts": get("/health", "Host: localhost\r\n"),
        "two different Hosts": get("/health", "Host: shop.example\r\n"),
        "two Hosts in HTTP/1.0":
          "GET /health HTTP/1.0\r\nHost: localhost\r\nHost: shop.example\r\n\r\n",
        "another host in the target": get("http://shop.example/health"),
        "a version that is not HTTP/1": "GET /health HTTP/2.0\r\nHost: localhost\r\n\r\n",
        "a compressed body":
          "POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\n\(json)Transfer-Encoding: gzip, chunked\r\n\r\n"
          + "0\r\n\r\n",
        "a body that is chunked twice":
          "POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\n\(json)Transfer-Encoding: chunked\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "the identity coding": post("/v1/sign-in", "Transfer-Encoding: identity\r\n", "{}"),
        "a header over two lines": get("/health", "X: a\r\n b\r\n"),
        "a space before a colon": get("/health", "Content-Length : 0\r\n"),
        "lines without a carriage return": "GET /health HTTP/1.1\nHost: localhost\n\n",
        "chunks in HTTP/1.0":
          "POST /v1/sign-in HTTP/1.0\r\n\(json)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      ])
    + requests(
      refused: "unauthorized",
      [
        "no token": get("/v1/holdings", instance),
        "broken UTF-8 in a token": get("/v1/holdings", "Authorization: Bearer ~\r\n" + instance),
      ])
    + requests(
      refused: "malformed",
      [
        "truncated JSON": post("/v1/sign-in", json, "{"),
        "an array instead of an object": post("/v1/sign-in", json, "[1]"),
        "an unknown field": post(
          "/v1/sign-in", json, #"{"account":"a","password":"b","admin":true}"#),
        "deeply nested JSON": post("/v1/sign-in", json, String(repeating: "[", count: 8_000)),
        "another content type": post("/v1/sign-in", "Content-Type: text/plain\r\n", "{}"),
        "broken UTF-8 in JSON": post(
          "/v1/sign-in", json, #"{"account":"a~","password":"correct horse"}"#),
        "a body of a GET": get("/health", "Content-Length: 2\r\n") + "{}",
        "a field that comes twice": post(
          "/v1/sign-in", json, #"{"account":"a","account":"b","password":"correct horse"}"#),
        "a field that comes twice, once escaped": post(
          "/v1/sign-in", json, #"{"account":"a","\u0061ccount":"b","password":"correct horse"}"#),
        "another charset": post(
          "/v1/sign-in", "Content-Type: application/json; charset=utf-16\r\n", credentials),
      ])
    + encodings
    + [
      endless(
        "a content length of 100 MB", refused: "tooLarge",
        "POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\n\(json)Content-Length: 100000000\r\n\r\n"),
      endless(
        "chunks without an end", refused: "tooLarge",
        "POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\n\(json)Transfer-Encoding: chunked\r\n\r\n",
        "10000\r\n\(String(repeating: " ", count: 65_536))\r\n"),
      endless(
        "a body for an operator without the key", refused: "unauthorized",
        "POST /v1/operator HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n"),
      ofDevice("a page of 101 transactions") { get("/v1/transactions/unfinished?limit=101", $0) },
      ofDevice("a page of none") { get("/v1/transactions/unfinished?limit=0", $0) },
      ofDevice("a page of 101 of the history") {
        get("/v1/transactions?includingFinishedConsumables=true&limit=101", $0)
      },
      ofDevice("a field that comes twice inside a command") {
        post("/v1/purchases", json + $0, #"{"offer":{"code":{"code":"A","code":"B"}}}"#)
      },
      ofDevice("a parameter that comes twice") {
        get("/v1/transactions/unfinished?limit=1&limit=2", $0)
      },
      ofDevice("a parameter without a value") { get("/v1/offer-code?code", $0) },
      ofDevice("101 transactions to finish") {
        let ids = (1...101).map { "\"\($0)\"" }.joined(separator: ",")
        return post("/v1/transactions/finish", json + $0, #"{"ids":[\#(ids)]}"#)
      },
    ]

  private static let cutOff: [HostileRequest] =
    requests(
      refused: nil,
      [
        "a head that never ends": "GET /health HTTP/1.1\r\nHost: localhost\r\nX: ",
        "a body that never ends":
          "POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\n\(json)Content-Length: 10\r\n\r\n{",
        "silence": "",
      ])

  /// Short time limits.
  ///
  /// Each request without a response reaches another one of them.
  private static var shortLimits: ServedLimits {
    var limits = ServedLimits()
    limits.idleTime = .milliseconds(400)
    limits.readTime = .milliseconds(400)
    limits.lingerTime = .milliseconds(300)
    return limits
  }

  @Test func `hostile requests are refused, and a customer is served meanwhile`() async throws {
    try await Self.serve(Self.answered)
  }

  @Test func `requests that get no response are cut off, and a customer is served meanwhile`()
    async throws
  {
    try await Self.serve(Self.cutOff, within: Self.shortLimits)
  }

  /// Each byte follows an answer on another connection, so the connection is never idle.
  @Test func `a body that is sent byte by byte is cut off`() async throws {
    var limits = ServedLimits()
    limits.readTime = .milliseconds(400)
    try await ServedStoreFixture.run(limits: limits) { served in
      let client = RawClient(port: served.port)
      let hasBegun = Atomic(false)
      let bytes = AsyncStream<ByteBuffer> {
        guard hasBegun.exchange(true, ordering: .relaxed) else {
          return ByteBuffer(
            string: "POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\n\(Self.json)"
              + "Content-Length: 8000\r\n\r\n")
        }
        _ = try? await client.request("GET", "/health")
        return ByteBuffer(string: " ")
      }

      let response = try await client.send(bytes)

      #expect(response.text.isEmpty && response.wasClosed)
    }
  }

  private static func serve(
    _ requests: [HostileRequest], within limits: ServedLimits = .init()
  ) async throws {
    try await ServedStoreFixture.run(limits: limits) { served in
      let client = RawClient(port: served.port)
      let registration = try await served.store.device("laptop").registration
      try await withThrowingTaskGroup(of: Void.self) { group in
        let token = try await served.store.device("other").registration.token
        for request in requests {
          group.addTask { try await check(request, with: token, on: client) }
        }
        group.addTask {
          for _ in 0..<20 {
            try await client.requestUntilAnswered(
              DeviceEndpoints.purchases, token: registration.token)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  private static func check(
    _ request: HostileRequest, with token: String, on client: RawClient
  ) async throws {
    let closes = request.closes || request.status == nil
    let response = try await client.send(request.bytes(token)) {
      !closes && RawClient.Response.isComplete($0)
    }
    #expect(response.status == request.status, "\(request.name): \(response.text.prefix(500))")
    #expect(response.code == request.code, "\(request.name)")
    #expect(response.wasClosed == closes, "\(request.name)")
    if request.code == "unauthorized" {
      #expect(response.text.contains("WWW-Authenticate: Bearer"), "\(request.name)")
    }
    if request.status != nil {
      #expect(response.text.contains("X-Request-ID: "), "\(request.name)")
      #expect(response.text.contains("Content-Type: application/json"), "\(request.name)")
    }
  }
}

extension RawClient {
  /// Repeats a request until it gets a response.
  ///
  /// With short time limits, a connection may reach its limit on a busy machine before its first
  /// byte is read.
  fileprivate func requestUntilAnswered<Output>(
    _ endpoint: Endpoint<NoInput, Output>, token: String
  ) async throws {
    while true {
      do {
        _ = try await request(endpoint, "", token: token)
        return
      } catch let error as UnexpectedResponse where error.response.text.isEmpty {
        try Task.checkCancellation()
      }
    }
  }
}
