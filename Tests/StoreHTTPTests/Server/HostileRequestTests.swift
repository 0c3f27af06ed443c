import Foundation
import NIOCore
import StoreAPI
import StoreHTTP
import Synchronization
import TestSupport
import Testing

/// Malformed, unauthorized and endless requests.
@Suite(.timeLimit(.minutes(5))) struct HostileRequestTests {
  struct HostileRequest: Sendable, CustomTestStringConvertible {
    var name: String
    /// Makes what is sent, given the token of a registered device.
    var bytes: @Sendable (_ token: String) -> AsyncStream<ByteBuffer>
    /// `nil` if the connection is closed without a response.
    var status: Int?
    var code: String?
    /// Whether the connection is closed after the response.
    var closes = false

    var testDescription: String { name }

    init(
      _ name: String, _ text: String, _ status: Int?, _ code: String?, closes: Bool = false
    ) {
      self.init(name, Array(text.utf8), status, code, closes: closes)
    }

    init(
      _ name: String, _ bytes: [UInt8], _ status: Int?, _ code: String?, closes: Bool = false
    ) {
      self.init(
        name, { _ in AsyncStream([ByteBuffer(bytes: bytes)]) }, status, code, closes: closes)
    }

    init(
      _ name: String, _ bytes: @escaping @Sendable (_ token: String) -> AsyncStream<ByteBuffer>,
      _ status: Int?, _ code: String?, closes: Bool = false
    ) {
      self.name = name
      self.bytes = bytes
      self.status = status
      self.code = code
      self.closes = closes
    }
  }

  private static func get(_ target: String, _ headers: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: store\r\n\(headers)\r\n"
  }

  private static func post(_ path: String, _ headers: String, _ body: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: store\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n"
      + body
  }

  private static let json = "Content-Type: application/json\r\n"
  private static let instance = RawClient.instance[0] + "\r\n"

  /// A head followed by the same chunk without end.
  private static func endless(_ head: String, _ chunk: String) -> AsyncStream<ByteBuffer> {
    let chunk = ByteBuffer(string: chunk)
    let once = Once()
    return AsyncStream(unfolding: { once.isFirst() ? ByteBuffer(string: head) : chunk })
  }

  static let requests: [HostileRequest] = [
    HostileRequest("no such path", get("/v1/nothing"), 404, "notFound"),
    HostileRequest("a doubled slash", get("//v1/products"), 404, "notFound"),
    HostileRequest("dots", get("/v1/../v1/products"), 404, "notFound"),
    HostileRequest("encoded dots", get("/v1/%2e%2e/v1/products"), 404, "notFound"),
    HostileRequest("an encoded letter", get("/v1/product%73"), 404, "notFound"),
    HostileRequest("an encoded NUL", get("/v1/products%00"), 404, "notFound"),
    HostileRequest("a NUL", get("/v1/products\u{0}"), 400, "malformed", closes: true),
    HostileRequest("a file path", get("/../../../../etc/passwd"), 404, "notFound"),
    HostileRequest("no path", get("*"), 404, "notFound"),
    HostileRequest(
      "another method", "DELETE /v1/products HTTP/1.1\r\nHost: a\r\n\r\n", 405,
      "methodNotAllowed"),
    HostileRequest(
      "an unknown method", "STEAL /v1/products HTTP/1.1\r\nHost: a\r\n\r\n", 400,
      "malformed", closes: true),
    HostileRequest("not HTTP", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n", 400, "malformed", closes: true),
    HostileRequest(
      "two lengths",
      "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}",
      400, "malformed", closes: true),
    HostileRequest(
      "a length and chunks",
      "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "malformed", closes: true),
    HostileRequest(
      "a header of 200 KB", get("/health", "X: \(String(repeating: "a", count: 200_000))\r\n"),
      400, "malformed", closes: true),
    HostileRequest("no token", get("/v1/holdings", instance), 401, "unauthorized"),
    HostileRequest(
      "a wrong token", get("/v1/holdings", "Authorization: Bearer wrong\r\n" + instance), 401,
      "unauthorized"),
    HostileRequest(
      "another authentication scheme",
      get("/v1/holdings", "Authorization: Basic YTpi\r\n" + instance),
      401, "unauthorized"),
    HostileRequest(
      "an operator without the key", post("/v1/operator", json, #"{"reset":{}}"#), 401,
      "unauthorized"),
    HostileRequest(
      "an operator with another key",
      post("/v1/operator", json + "Authorization: Bearer the key\r\n", #"{"reset":{}}"#), 401,
      "unauthorized"),
    HostileRequest("truncated JSON", post("/v1/sign-in", json, "{"), 400, "malformed"),
    HostileRequest(
      "an array instead of an object", post("/v1/sign-in", json, "[1]"), 400, "malformed"),
    HostileRequest(
      "an unknown field",
      post("/v1/sign-in", json, #"{"account":"a","password":"b","admin":true}"#), 400, "malformed"),
    HostileRequest(
      "deeply nested JSON", post("/v1/sign-in", json, String(repeating: "[", count: 8_000)),
      400, "malformed"),
    HostileRequest(
      "another content type", post("/v1/sign-in", "Content-Type: text/plain\r\n", "{}"), 400,
      "malformed"),
    HostileRequest(
      "a content length of 100 MB",
      { _ in
        endless(
          "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 100000000\r\n\r\n",
          String(repeating: " ", count: 65_536))
      }, 413, "tooLarge", closes: true),
    HostileRequest(
      "chunks without an end",
      { _ in
        endless(
          "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\n",
          "10000\r\n\(String(repeating: " ", count: 65_536))\r\n")
      }, 413, "tooLarge", closes: true),
    HostileRequest(
      "a body for an operator without the key",
      { _ in
        endless(
          "POST /v1/operator HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n",
          String(repeating: " ", count: 65_536))
      }, 401, "unauthorized", closes: true),
    HostileRequest("a head that never ends", "GET /health HTTP/1.1\r\nHost: a\r\nX: ", nil, nil),
    HostileRequest(
      "a body that never ends",
      "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 10\r\n\r\n{", nil, nil),
    HostileRequest(
      "a body sent byte by byte",
      { _ in
        AsyncStream.slow(
          "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 8000\r\n\r\n", " ")
      },
      nil, nil),
    HostileRequest("silence", "", nil, nil),
    HostileRequest(
      "broken UTF-8 in JSON",
      post("/v1/sign-in", json, #"{"account":"a~","password":"correct horse"}"#).breakingUTF8, 400,
      "malformed"),
    HostileRequest(
      "broken UTF-8 in a path", get("/v1/products~").breakingUTF8, 400, "malformed", closes: true),
    HostileRequest(
      "broken UTF-8 in a token",
      get("/v1/holdings", "Authorization: Bearer ~\r\n" + instance)
        .breakingUTF8, 401, "unauthorized"),
    HostileRequest(
      "a body of a GET", get("/health", "Content-Length: 2\r\n") + "{}", 400, "malformed"),
    HostileRequest(
      "a body of a stream",
      { token in
        let head = RawClient.updates(token, after: 0, headers: ["Content-Length: 2"])
        return AsyncStream([ByteBuffer(string: head + "{}")])
      }, 400, "malformed"),
    HostileRequest(
      "a request behind that for a stream",
      { token in
        AsyncStream([ByteBuffer(string: RawClient.updates(token, after: 0) + get("/health"))])
      }, nil, nil),
  ]

  /// Short time limits.
  ///
  /// Each request without a response reaches another one of them.
  private static var shortLimits: ServerSettings.Limits {
    var limits = ServerSettings.Limits()
    limits.idleTime = .milliseconds(400)
    limits.readTime = .milliseconds(400)
    limits.lingerTime = .milliseconds(300)
    return limits
  }

  @Test func `hostile requests are refused, and a customer is served meanwhile`() async throws {
    try await Self.serve(Self.requests.filter { $0.status != nil })
  }

  @Test func `requests that get no response are cut off, and a customer is served meanwhile`()
    async throws
  {
    try await Self.serve(Self.requests.filter { $0.status == nil }, within: Self.shortLimits)
  }

  private static func serve(
    _ requests: [HostileRequest], within limits: ServerSettings.Limits = .init()
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
              DeviceEndpoints.holdings, token: registration.token)
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
    if request.status != nil {
      #expect(response.text.contains("X-Request-ID: "), "\(request.name)")
      #expect(response.text.contains("Content-Type: application/json"), "\(request.name)")
    }
  }

  @Test func `a device of another account, a removed one and a revoked sign-in are refused`()
    async throws
  {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      func signUp(_ name: String) async throws -> (signIn: String, device: String) {
        let signIn = try await client.request(
          AccountEndpoints.signUp, #"{"account":"\#(name)","password":"correct horse"}"#
        ).value.token
        let device = try await client.request(
          AccountEndpoints.registerDevice,
          #"{"device":"laptop","token":"\#(DeviceToken.random().string)"}"#, token: signIn)
        return (signIn, device.value.token)
      }
      let anna = try await signUp("anna")
      let bert = try await signUp("bert")
      let order = #"{"key":"\#(UUID())","productID":"nonconsumable.car","quantity":1}"#
      _ = try await client.request(DeviceEndpoints.purchase, order, token: anna.device)
      let sold = try await served.operator.transactions(account: "anna").value

      let otherAccount = try await client.request(
        "POST", "/v1/transactions/finish", token: bert.device, body: #"{"id":"\#(sold[0].id)"}"#,
        headers: RawClient.instance)
      let deviceToken = try await client.request("GET", "/v1/devices", token: anna.device)
      let kept = try await client.request(DeviceEndpoints.holdings, "", token: anna.device)
      _ = try await client.request(
        AccountEndpoints.removeDevice, #"{"device":"laptop"}"#, token: anna.signIn)
      let removed = try await client.request(
        "GET", "/v1/holdings", token: anna.device, headers: RawClient.instance)
      _ = try await client.request(AccountEndpoints.signOut, "", token: anna.signIn)
      let revoked = try await client.request("GET", "/v1/devices", token: anna.signIn)

      #expect(otherAccount.code == "unknownTransaction")
      #expect(deviceToken.code == "unauthorized")
      #expect(kept.value.latest.count == 1)
      #expect(removed.code == "unauthorized")
      #expect(removed.text.contains("WWW-Authenticate: Bearer"))
      #expect(revoked.code == "unauthorized")
    }
  }

  @Test func `sign-ins that are too fast are told when to retry`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      var last = try await client.request("GET", "/health")
      for _ in 0..<30 where last.status != 429 {
        last = try await client.request(
          "POST", "/v1/sign-in", body: #"{"account":"anna","password":"wrong horse"}"#)
      }

      #expect(last.status == 429)
      #expect(last.code == "tooManyAttempts")
      #expect(last.text.contains("Retry-After: "))
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

extension String {
  /// The text's bytes, with a byte that is invalid in UTF-8 in place of each tilde.
  fileprivate var breakingUTF8: [UInt8] { utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 } }
}

extension AsyncStream where Element == ByteBuffer {
  /// A head followed by the same chunk every 20 milliseconds.
  fileprivate static func slow(_ head: String, _ chunk: String) -> AsyncStream {
    AsyncStream { continuation in
      continuation.yield(ByteBuffer(string: head))
      let task = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: .milliseconds(20))
          continuation.yield(ByteBuffer(string: chunk))
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

private final class Once: Sendable {
  private let hasRun = Mutex(false)

  func isFirst() -> Bool {
    hasRun.withLock { hasRun in
      defer { hasRun = true }
      return !hasRun
    }
  }
}
