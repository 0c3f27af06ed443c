import Foundation
import NIOCore
import StoreAPI
import StoreHTTP
import Synchronization
import TestSupport
import Testing

/// What a stranger may send, and what becomes of it.
@Suite(.timeLimit(.minutes(5))) struct HostileRequestTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    var name: String
    /// Given the token of a device that the attacker has.
    var bytes: @Sendable (_ token: String) -> AsyncStream<ByteBuffer>
    /// `nil` for a connection that is closed without an answer.
    var status: Int?
    var code: String?
    /// Whether the connection is closed after the answer.
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

  /// A head, and then the same piece again and again until nobody listens.
  private static func endless(_ head: String, _ piece: String) -> AsyncStream<ByteBuffer> {
    let piece = ByteBuffer(string: piece)
    let begun = Begun()
    return AsyncStream(unfolding: { begun.isFirst() ? ByteBuffer(string: head) : piece })
  }

  static let attacks: [Attack] = [
    Attack("no such path", get("/v1/nothing"), 404, "notFound"),
    Attack("a doubled slash", get("//v1/products"), 404, "notFound"),
    Attack("dots", get("/v1/../v1/products"), 404, "notFound"),
    Attack("encoded dots", get("/v1/%2e%2e/v1/products"), 404, "notFound"),
    Attack("an encoded letter", get("/v1/product%73"), 404, "notFound"),
    Attack("an encoded NUL", get("/v1/products%00"), 404, "notFound"),
    Attack("a NUL", get("/v1/products\u{0}"), 400, "malformed", closes: true),
    Attack("a path of a file", get("/../../../../etc/passwd"), 404, "notFound"),
    Attack("no path", get("*"), 404, "notFound"),
    Attack(
      "another method", "DELETE /v1/products HTTP/1.1\r\nHost: a\r\n\r\n", 405,
      "methodNotAllowed"),
    Attack(
      "a method that is none", "STEAL /v1/products HTTP/1.1\r\nHost: a\r\n\r\n", 400,
      "malformed", closes: true),
    Attack("no HTTP at all", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n", 400, "malformed", closes: true),
    Attack(
      "two lengths",
      "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}",
      400, "malformed", closes: true),
    Attack(
      "a length and chunks",
      "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "malformed", closes: true),
    Attack(
      "a header of 200 KB", get("/health", "X: \(String(repeating: "a", count: 200_000))\r\n"),
      400, "malformed", closes: true),
    Attack("no token", get("/v1/holdings", instance), 401, "unauthorized"),
    Attack(
      "a wrong token", get("/v1/holdings", "Authorization: Bearer wrong\r\n" + instance), 401,
      "unauthorized"),
    Attack(
      "a token that is none", get("/v1/holdings", "Authorization: Basic YTpi\r\n" + instance),
      401, "unauthorized"),
    Attack(
      "an operator without the key", post("/v1/operator", json, #"{"reset":{}}"#), 401,
      "unauthorized"),
    Attack(
      "an operator with another key",
      post("/v1/operator", json + "Authorization: Bearer the key\r\n", #"{"reset":{}}"#), 401,
      "unauthorized"),
    Attack("no JSON", post("/v1/sign-in", json, "{"), 400, "malformed"),
    Attack("JSON of another kind", post("/v1/sign-in", json, "[1]"), 400, "malformed"),
    Attack(
      "a field too many",
      post("/v1/sign-in", json, #"{"account":"a","password":"b","admin":true}"#), 400, "malformed"),
    Attack(
      "JSON in JSON in JSON", post("/v1/sign-in", json, String(repeating: "[", count: 8_000)),
      400, "malformed"),
    Attack("a form", post("/v1/sign-in", "Content-Type: text/plain\r\n", "{}"), 400, "malformed"),
    Attack(
      "100 MB that are announced",
      { _ in
        endless(
          "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 100000000\r\n\r\n",
          String(repeating: " ", count: 65_536))
      }, 413, "tooLarge", closes: true),
    Attack(
      "chunks without an end",
      { _ in
        endless(
          "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\n",
          "10000\r\n\(String(repeating: " ", count: 65_536))\r\n")
      }, 413, "tooLarge", closes: true),
    Attack(
      "a body for an operator without the key",
      { _ in
        endless(
          "POST /v1/operator HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n",
          String(repeating: " ", count: 65_536))
      }, 401, "unauthorized", closes: true),
    Attack("a head that never ends", "GET /health HTTP/1.1\r\nHost: a\r\nX: ", nil, nil),
    Attack(
      "a body that never ends",
      "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 10\r\n\r\n{", nil, nil),
    Attack(
      "a body that drips",
      { _ in
        AsyncStream.dripping(
          "POST /v1/sign-in HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 8000\r\n\r\n", " ")
      },
      nil, nil),
    Attack("silence", "", nil, nil),
    Attack(
      "broken UTF-8 in JSON",
      post("/v1/sign-in", json, #"{"account":"a~","password":"correct horse"}"#).breakingUTF8, 400,
      "malformed"),
    Attack(
      "broken UTF-8 in a path", get("/v1/products~").breakingUTF8, 400, "malformed", closes: true),
    Attack(
      "broken UTF-8 in a token",
      get("/v1/holdings", "Authorization: Bearer ~\r\n" + instance)
        .breakingUTF8, 401, "unauthorized"),
    Attack(
      "a body of a GET", get("/health", "Content-Length: 2\r\n") + "{}", 400, "malformed"),
    Attack(
      "a body of a stream",
      { token in
        let head = RawClient.listen(token, after: 0, headers: ["Content-Length: 2"])
        return AsyncStream([ByteBuffer(string: head + "{}")])
      }, 400, "malformed"),
    Attack(
      "a request behind that for a stream",
      { token in
        AsyncStream([ByteBuffer(string: RawClient.listen(token, after: 0) + get("/health"))])
      }, nil, nil),
  ]

  /// Bounds that are over soon; which of them ends a connection is what the attacks differ in.
  private static var shortLimits: ServerSettings.Limits {
    var limits = ServerSettings.Limits()
    limits.idleTime = .milliseconds(400)
    limits.readTime = .milliseconds(400)
    limits.lingerTime = .milliseconds(300)
    return limits
  }

  @Test func `each is refused, and a good customer goes on meanwhile`() async throws {
    try await Self.serve(Self.attacks.filter { $0.status != nil })
  }

  @Test func `what no answer is owed is cut off, and a good customer goes on meanwhile`()
    async throws
  {
    try await Self.serve(Self.attacks.filter { $0.status == nil }, within: Self.shortLimits)
  }

  private static func serve(
    _ attacks: [Attack], within limits: ServerSettings.Limits = .init()
  ) async throws {
    try await ServedStoreFixture.run(limits: limits) { served in
      let client = RawClient(port: served.port)
      let registration = try await served.store.device("laptop").registration
      try await withThrowingTaskGroup(of: Void.self) { group in
        let stolen = try await served.store.device("stolen").registration.token
        for attack in attacks {
          group.addTask { try await check(attack, with: stolen, on: client) }
        }
        group.addTask {
          for _ in 0..<20 {
            try await client.askPatiently(DeviceEndpoints.holdings, token: registration.token)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  private static func check(
    _ attack: Attack, with token: String, on client: RawClient
  ) async throws {
    let closes = attack.closes || attack.status == nil
    let heard = try await client.say(attack.bytes(token)) { !closes && RawClient.Heard.isWhole($0) }
    #expect(heard.status == attack.status, "\(attack.name): \(heard.text.prefix(500))")
    #expect(heard.code == attack.code, "\(attack.name)")
    #expect(heard.wasClosed == closes, "\(attack.name)")
    if attack.status != nil {
      #expect(heard.text.contains("X-Request-ID: "), "\(attack.name)")
      #expect(heard.text.contains("Content-Type: application/json"), "\(attack.name)")
    }
  }

  @Test func `a device of another account, a removed one and a revoked sign-in are refused`()
    async throws
  {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      func signUp(_ name: String) async throws -> (signIn: String, device: String) {
        let signIn = try await client.ask(
          AccountEndpoints.signUp, #"{"account":"\#(name)","password":"correct horse"}"#
        ).value.token
        let device = try await client.ask(
          AccountEndpoints.registerDevice,
          #"{"device":"laptop","token":"\#(DeviceToken.random().string)"}"#, token: signIn)
        return (signIn, device.value.token)
      }
      let anna = try await signUp("anna")
      let bert = try await signUp("bert")
      let order = #"{"key":"\#(UUID())","productID":"nonconsumable.car","quantity":1}"#
      _ = try await client.ask(DeviceEndpoints.purchase, order, token: anna.device)
      let sold = try await served.operator.transactions(account: "anna").value

      let foreign = try await client.ask(
        "POST", "/v1/transactions/finish", token: bert.device, body: #"{"id":"\#(sold[0].id)"}"#,
        headers: RawClient.instance)
      let swapped = try await client.ask("GET", "/v1/devices", token: anna.device)
      let kept = try await client.ask(DeviceEndpoints.holdings, "", token: anna.device)
      _ = try await client.ask(
        AccountEndpoints.removeDevice, #"{"device":"laptop"}"#, token: anna.signIn)
      let removed = try await client.ask(
        "GET", "/v1/holdings", token: anna.device, headers: RawClient.instance)
      _ = try await client.ask(AccountEndpoints.signOut, "", token: anna.signIn)
      let revoked = try await client.ask("GET", "/v1/devices", token: anna.signIn)

      #expect(foreign.code == "unknownTransaction")
      #expect(swapped.code == "unauthorized")
      #expect(kept.value.latest.count == 1)
      #expect(removed.code == "unauthorized")
      #expect(removed.text.contains("WWW-Authenticate: Bearer"))
      #expect(revoked.code == "unauthorized")
    }
  }

  @Test func `sign-ins that come too fast are told when to come again`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      var last = try await client.ask("GET", "/health")
      for _ in 0..<30 where last.status != 429 {
        last = try await client.ask(
          "POST", "/v1/sign-in", body: #"{"account":"anna","password":"wrong horse"}"#)
      }

      #expect(last.status == 429)
      #expect(last.code == "tooManyAttempts")
      #expect(last.text.contains("Retry-After: "))
    }
  }
}

extension RawClient {
  /// Asks until it is answered: where bounds are over soon, a busy machine may need longer for the
  /// first byte of a good customer than its connection is given.
  fileprivate func askPatiently<Output>(
    _ endpoint: Endpoint<NoInput, Output>, token: String
  ) async throws {
    while true {
      do {
        _ = try await ask(endpoint, "", token: token)
        return
      } catch let unanswered as Misanswered where unanswered.heard.text.isEmpty {
        try Task.checkCancellation()
      }
    }
  }
}

extension String {
  /// The bytes of the text, in which each tilde is one that no UTF-8 has.
  fileprivate var breakingUTF8: [UInt8] { utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 } }
}

extension AsyncStream where Element == ByteBuffer {
  /// A piece every few milliseconds, which is what the attack is.
  fileprivate static func dripping(_ head: String, _ piece: String) -> AsyncStream {
    AsyncStream { continuation in
      continuation.yield(ByteBuffer(string: head))
      let task = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: .milliseconds(20))
          continuation.yield(ByteBuffer(string: piece))
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

private final class Begun: Sendable {
  private let isBegun = Mutex(false)

  func isFirst() -> Bool {
    isBegun.withLock { isBegun in
      defer { isBegun = true }
      return !isBegun
    }
  }
}
