import HTTPService
import HTTPTypes
import StoreHTTP
import TestSupport
import Testing

/// For whom a proxy asks.
@Suite(.hangLimit) struct TrustedProxiesTests {
  private static func client(
    of peer: String, trusting ranges: [String], forwarded: String? = nil,
    xForwardedFor: String? = nil
  ) throws -> String {
    var headers = HTTPFields()
    if let forwarded { headers[try #require(HTTPField.Name("Forwarded"))] = forwarded }
    if let xForwardedFor {
      headers[try #require(HTTPField.Name("X-Forwarded-For"))] = xForwardedFor
    }
    return TrustedProxies(ranges.compactMap { AddressRange($0) }).client(of: peer, headers)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
    ("10.0.0.0/31", "10.0.0.1", true), ("10.0.0.0/31", "10.0.0.2", false),
    ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
    ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("2001:db8::/32", "2001:db8:1::1", true),
    ("2001:db8::/32", "2001:db9::1", false), ("::1", "::1", true),
    ("fe80::/10", "fe80::1%eth0", true),
    ("::/0", "2001:db8::1", true), ("10.0.0.0/8", "", false), ("10.0.0.0/8", "ten", false),
  ])
  func `an address is in a range or not`(range: String, address: String, isIn: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(address) == isIn)
  }

  @Test(arguments: [
    "", "10", "10.0.0/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::1/129",
    "::g/8", "proxy.example", "10.0.0.0/+8", "abcd",
  ])
  func `text that is not a range is not read`(text: String) {
    #expect(AddressRange(text) == nil)
  }

  @Test(arguments: [
    "203.0.113.9", "6.6.6.6, 203.0.113.9", "203.0.113.9, 10.0.0.2", "6.6.6.6,203.0.113.9 ,10.0.0.2",
    "unknown, 203.0.113.9", "203.0.113.9:4711",
  ])
  func `the client is the last address that is not a trusted proxy's`(header: String) throws {
    #expect(
      try Self.client(of: "10.0.0.1", trusting: ["10.0.0.0/8"], xForwardedFor: header)
        == "203.0.113.9")
  }

  @Test(arguments: [
    "for=203.0.113.9", "For=\"203.0.113.9:4711\";proto=https", "for=6.6.6.6, for=203.0.113.9;by=_a",
    "for=unknown,for=203.0.113.9 , for=10.0.0.2", "host=\"a,for=1.1.1.1;b\"; for=203.0.113.9",
  ])
  func `the header Forwarded is read as RFC 7239 describes it`(header: String) throws {
    #expect(
      try Self.client(of: "10.0.0.1", trusting: ["10.0.0.0/8"], forwarded: header) == "203.0.113.9")
  }

  @Test func `an IPv6 client is named in brackets, with or without a port`() throws {
    for header in ["for=\"[2001:db8::7]\"", "for=\"[2001:db8::7]:80\""] {
      #expect(
        try Self.client(of: "::1", trusting: ["::1"], forwarded: header) == "2001:db8::7")
    }
    for header in ["2001:db8::7", "[2001:db8::7]:80"] {
      #expect(
        try Self.client(of: "::1", trusting: ["::1"], xForwardedFor: header) == "2001:db8::7")
    }
  }

  @Test(arguments: [
    "", "unknown", "_hidden", "203.0.113.9,", "203.0.113.9, nonsense", "203.0.113.999",
    "for=1.2.3.4",
    "203.0.113.9:x", "abcd",
  ])
  func `a header that cannot be read leaves the proxy's own address`(header: String) throws {
    #expect(
      try Self.client(of: "10.0.0.1", trusting: ["10.0.0.0/8"], xForwardedFor: header) == "10.0.0.1"
    )
  }

  @Test(arguments: [
    "for=6.6.6.6;x=\", for=203.0.113.9", "for=6.6.6.6;x=\", for=\"203.0.113.9:4711\"",
    "for=6.6.6.6;x=\", for=\"[2001:db8::9]\";proto=https", "for=6.6.6.6;x=\u{600}, for=203.0.113.9",
    "for=6.6.6.6;x=\", for=203.0.113.9, for=10.0.0.2",
  ])
  func `a client cannot hide the address that its proxy adds`(header: String) throws {
    #expect(
      try Self.client(of: "10.0.0.1", trusting: ["10.0.0.0/8"], forwarded: header) == "10.0.0.1")
    #expect(
      try Self.client(of: "10.0.0.1", trusting: ["10.0.0.0/8"], xForwardedFor: header)
        == "10.0.0.1")
  }

  @Test func `two headers that differ leave the proxy's own address`() throws {
    #expect(
      try Self.client(
        of: "10.0.0.1", trusting: ["10.0.0.0/8"], forwarded: "for=6.6.6.6",
        xForwardedFor: "203.0.113.9") == "10.0.0.1")
    #expect(
      try Self.client(
        of: "10.0.0.1", trusting: ["10.0.0.0/8"], forwarded: "for=203.0.113.9",
        xForwardedFor: "203.0.113.9") == "203.0.113.9")
  }

  @Test func `nobody else is believed`() throws {
    #expect(
      try Self.client(of: "192.0.2.1", trusting: ["10.0.0.0/8"], xForwardedFor: "6.6.6.6")
        == "192.0.2.1")
    #expect(try Self.client(of: "192.0.2.1", trusting: [], forwarded: "for=6.6.6.6") == "192.0.2.1")
  }

  @Test func `a proxy that asks for itself has its own address`() throws {
    #expect(try Self.client(of: "10.0.0.1", trusting: ["10.0.0.0/8"]) == "10.0.0.1")
  }

  @Test func `behind a proxy each client has its own sign-ins to guess, and its address is logged`()
    async throws
  {
    try await ServedStoreFixture.run(
      settings: { $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap(\.self) }
    ) { served in
      func signIn(_ account: String, from address: String) async throws -> Int? {
        try await served.client.request(
          "POST", "/v1/sign-in", body: #"{"account":"\#(account)","password":"wrong horse"}"#,
          headers: ["X-Forwarded-For: \(address)"]
        ).status
      }
      var statuses: [Int?] = []
      for number in 0..<60 { statuses.append(try await signIn("a\(number)", from: "203.0.113.9")) }
      let other = try await signIn("bert", from: "203.0.113.10")

      #expect(statuses.first == 401 && statuses.last == 429)
      #expect(other == 401)
      #expect(served.log.text.contains(#""address":"203.0.113.10""#))
    }
  }

  @Test func `a trusted proxy may have all connections`() async throws {
    try await ServedStoreFixture.run(
      settings: {
        $0.limits.connectionsPerAddress = 1
        $0.trustedProxies = [AddressRange("127.0.0.0/8")].compactMap(\.self)
      }
    ) { served in
      let held = Task { try await served.client.send("") }
      try await served.waitForConnections(1)

      let second = try await served.client.request("GET", "/health")
      held.cancel()
      _ = try await held.value

      #expect(second.status == 200)
    }
  }

  @Test func `without a trusted proxy the header is not read`() async throws {
    try await ServedStoreFixture.run { served in
      _ = try await served.client.request(
        "GET", "/health", headers: ["X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9"])

      #expect(!served.log.text.contains("203.0.113.9"))
      #expect(served.log.text.contains(#""address":"127.0.0.1""#))
    }
  }
}
