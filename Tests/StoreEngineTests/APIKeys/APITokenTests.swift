import AppStorePayloads
import AppStoreServerAPI
import Crypto
import Foundation
import TestSupport
import Testing

@testable import StoreEngine

@Suite struct APITokenTests {
  private static let now = Int(Date.fixture.timeIntervalSince1970)

  // MARK: - Tokens that are valid

  @Test func `the token of Apple's documentation names its key and its app`() throws {
    let caller = try Self.check(APITokenDraft())

    #expect(caller == APICaller(keyID: "ABCDE23456", bundleID: "com.example.skdemo"))
  }

  @Test func `a token for another app is valid`() throws {
    let caller = try Self.check(.claiming("bid", #""com.example.other""#))

    #expect(caller.bundleID == "com.example.other")
  }

  /// What Apple's libraries make: no `iat`, and five minutes.
  @Test func `a token of Apple's libraries is valid without the time of its issue`() throws {
    let caller = try Self.check(
      APITokenDraft(
        header: [("alg", #""ES256""#), ("kid", #""ABCDE23456""#), ("typ", #""JWT""#)],
        claims: [
          ("bid", #""com.example.skdemo""#), ("iss", #""\#(APITokenDraft.issuer)""#),
          ("aud", #""appstoreconnect-v1""#), ("exp", "\(Self.now + 300)"),
        ]))

    #expect(caller.keyID == "ABCDE23456")
  }

  private static let accepted: [(String, APITokenDraft)] = [
    ("60 minutes from iat", .lasting(from: now, to: now + 3600)),
    ("made 59 minutes ago", .lasting(from: now - 3540, to: now + 60)),
    ("the last second", .lasting(from: now - 3599, to: now + 1)),
    ("60 minutes without iat", .lasting(from: nil, to: now + 3600)),
    ("a server whose clock is a minute ahead", .lasting(from: now + 60, to: now + 3660)),
    ("fractions of a second", .claiming("exp", "\(now + 300).5")),
    ("a start in the past", .claiming("nbf", "\(now - 1)")),
    ("more claims", .claiming("nonce", #""6edffe66-b482-11eb-8529-0242ac130003""#)),
    ("no typ", .heading("typ", nil)),
    ("more in the header", .heading("x", "[1]")),
  ]

  @Test(arguments: accepted.indices)
  func `a token is valid until it expires, with or without optional fields`(index: Int) throws {
    #expect(throws: Never.self, "\(Self.accepted[index].0)") {
      try Self.check(Self.accepted[index].1)
    }
  }

  // MARK: - Tokens that are not

  private typealias Mistake = (name: String, token: APITokenDraft, reason: String)

  private static let refused = ofForm + ofHeader + ofKey + ofClaims + ofTime

  private static let ofForm: [Mistake] = [
    ("nothing", .text(""), "it is not three parts that are separated by dots"),
    ("two parts", .text("e30.e30"), "it is not three parts that are separated by dots"),
    ("four parts", .text("e30.e30.e30.e30"), "it is not three parts that are separated by dots"),
    (
      "a token of 64 KiB and one byte", .text(String(repeating: "A", count: 65_537)),
      "it has 65537 bytes: the limit is 65536"
    ),
    ("a header with padding", .text("e30=.e30.AA"), "its header is not base64url without padding"),
    (
      "a payload with padding", .text("e30.e30=.AA"), "its payload is not base64url without padding"
    ),
    (
      "a signature in the alphabet of base64", .text("e30.e30.A+A/"),
      "its signature is not base64url without padding"
    ),
    ("the header's name of a scheme", .text("Bearer e30.e30.AA"), "its header is not base64url"),
  ]

  private static let ofHeader: [Mistake] = [
    (
      "a header that is not JSON", .edited { $0.headerJSON = "{" },
      "its header cannot be read: it is not JSON"
    ),
    (
      "a header that is a list", .edited { $0.headerJSON = "[]" }, "its header is not a JSON object"
    ),
    (
      "a header with two algorithms",
      .edited { $0.headerJSON = #"{"alg":"ES256","alg":"none","kid":"ABCDE23456"}"# },
      "its header cannot be read: a field is repeated"
    ),
    ("no algorithm", .heading("alg", nil), "its header has no 'alg'"),
    (
      "the algorithm none", .heading("alg", #""none""#),
      "the 'alg' of its header is 'none': it must be 'ES256'"
    ),
    ("a secret instead of a key", .heading("alg", #""HS256""#), "is 'HS256': it must be 'ES256'"),
    ("another curve", .heading("alg", #""ES384""#), "is 'ES384': it must be 'ES256'"),
    ("RSA", .heading("alg", #""RS256""#), "is 'RS256': it must be 'ES256'"),
    (
      "the algorithm in small letters", .heading("alg", #""es256""#),
      "is 'es256': it must be 'ES256'"
    ),
    (
      "an algorithm that is a number", .heading("alg", "256"),
      "the 'alg' of its header is not a string"
    ),
    (
      "another type", .heading("typ", #""JWE""#),
      "the 'typ' of its header is 'JWE': it must be 'JWT'"
    ),
    ("an extension", .heading("crit", #"["b64"]"#), "its header requires an extension by 'crit'"),
    ("no key ID", .heading("kid", nil), "its header has no 'kid'"),
    ("an empty key ID", .heading("kid", #""""#), "the 'kid' of its header is empty"),
    ("a key ID that is null", .heading("kid", "null"), "the 'kid' of its header is not a string"),
  ]

  private static let ofKey: [Mistake] = [
    (
      "a key of another store", .heading("kid", #""ZZZZZ99999""#),
      "the store has no API key 'ZZZZZ99999'"
    ),
    (
      "a key ID that would clear the terminal", .heading("kid", #""\u001b[2J""#),
      #"the store has no API key '\u{1B}[2J'"#
    ),
    (
      "a key that was revoked", .heading("kid", #""REVOKED234""#),
      "the API key 'REVOKED234' was revoked"
    ),
    (
      "another private key", .edited { $0.key = P256.Signing.PrivateKey() },
      "it was not signed with the API key 'ABCDE23456'"
    ),
    (
      "a signature in DER", .edited { $0.sign = { try $0.signature(for: $1).derRepresentation } },
      "are not in DER"
    ),
    ("no signature", .edited { $0.sign = { _, _ in Data() } }, "its signature has 0 bytes"),
    (
      "a signature of zeros", .edited { $0.sign = { _, _ in Data(count: 64) } },
      "it was not signed with the API key 'ABCDE23456'"
    ),
    (
      "a payload that was changed after it was signed",
      .edited {
        $0.sign = { key, _ in try key.signature(for: Data("other".utf8)).rawRepresentation }
      },
      "it was not signed with the API key 'ABCDE23456'"
    ),
  ]

  private static let ofClaims: [Mistake] = [
    (
      "a payload that is not JSON", .edited { $0.claimsJSON = "bid" },
      "its payload cannot be read: it is not JSON"
    ),
    (
      "a payload that is a text", .edited { $0.claimsJSON = #""bid""# },
      "its payload is not a JSON object"
    ),
    (
      "a payload with two apps",
      .edited { $0.claims += [("bid", #""com.example.other""#)] },
      "its payload cannot be read: a field is repeated"
    ),
    ("no issuer", .claiming("iss", nil), "its payload has no 'iss'"),
    (
      "another issuer", .claiming("iss", #""57246542-96fe-1a63-e053-0824d011072a""#),
      "the 'iss' of its payload is '57246542-96fe-1a63-e053-0824d011072a': it must be "
        + "'\(APITokenDraft.issuer)'"
    ),
    (
      "an issuer that is a number", .claiming("iss", "1"),
      "the 'iss' of its payload is not a string"
    ),
    ("no audience", .claiming("aud", nil), "its payload has no 'aud'"),
    (
      "another audience", .claiming("aud", #""appstoreconnect-v2""#),
      "the 'aud' of its payload is 'appstoreconnect-v2': it must be 'appstoreconnect-v1'"
    ),
    (
      "a list of audiences", .claiming("aud", #"["appstoreconnect-v1"]"#),
      "the 'aud' of its payload is not a string"
    ),
    ("no app", .claiming("bid", nil), "its payload has no 'bid'"),
    ("an empty app", .claiming("bid", #""""#), "the 'bid' of its payload is empty"),
    (
      "an app that is an object", .claiming("bid", "{}"), "the 'bid' of its payload is not a string"
    ),
  ]

  private static let ofTime: [Mistake] = [
    ("no end", .claiming("exp", nil), "its payload has no 'exp'"),
    (
      "an end that is a text", .claiming("exp", #""\#(now + 300)""#),
      "the 'exp' of its payload is not a number"
    ),
    ("an end that is null", .claiming("exp", "null"), "the 'exp' of its payload is not a number"),
    (
      "an end in milliseconds", .claiming("exp", "\((now + 300) * 1000)"),
      "it is valid for more than 3600 s"
    ),
    (
      "an end that no reader has exactly", .claiming("exp", "9007199254740993"),
      "its payload has a number that JSON readers do not represent exactly"
    ),
    ("a token that has just expired", .lasting(from: now - 300, to: now), "it expired 0 s ago"),
    (
      "a token of yesterday", .lasting(from: now - 86_700, to: now - 86_400),
      "it expired 86400 s ago"
    ),
    ("a token that expired, without iat", .lasting(from: nil, to: now - 1), "it expired 1 s ago"),
    ("61 minutes", .lasting(from: now, to: now + 3601), "it is valid for more than 3600 s"),
    (
      "a second more than 60 minutes, without iat", .lasting(from: nil, to: now + 3601),
      "it is valid for more than 3600 s"
    ),
    (
      "an end before its beginning", .lasting(from: now + 30, to: now + 30),
      "its 'exp' is not later than its 'iat'"
    ),
    (
      "a token from the future", .lasting(from: now + 61, to: now + 300),
      "its 'iat' is 61 s in the future"
    ),
    (
      "a time that is a text", .claiming("iat", #""now""#),
      "the 'iat' of its payload is not a number"
    ),
    ("a start in the future", .claiming("nbf", "\(now + 61)"), "its 'nbf' is 61 s in the future"),
    ("a start that is a list", .claiming("nbf", "[]"), "the 'nbf' of its payload is not a number"),
  ]

  @Test(arguments: refused.indices)
  func `a token with any mistake is refused, and the reason names the mistake`(index: Int) {
    let (name, token, reason) = Self.refused[index]

    let error = #expect(throws: InvalidTokenError.self, "\(name)") { try Self.check(token) }
    #expect(error?.reason.contains(reason) == true, "\(name): \(error?.reason ?? "")")
  }

  @Test func `no two kinds of mistakes share a name`() {
    #expect(Set(Self.refused.map(\.name)).count == Self.refused.count)
  }

  /// A signature covers each character of the header and the payload.
  @Test func `a token with any character changed is refused`() throws {
    let token = try APITokenDraft().token()
    let end = try #require(token.lastIndex(of: "."))

    for index in token[..<end].indices {
      let changed = token[index] == "A" ? "B" : "A"
      let forged = token.replacingCharacters(in: index...index, with: changed)
      #expect(throws: InvalidTokenError.self, "\(forged)") { try Self.check(forged) }
    }
  }

  // MARK: -

  private static func check(_ draft: APITokenDraft) throws -> APICaller {
    try check(draft.token())
  }

  /// Checks a token at a store with one key, and another that was revoked.
  private static func check(_ text: String) throws -> APICaller {
    let token = try APIToken(text)
    var key: APIKey? = APIKey(
      id: token.keyID, APITokenDraft.standardKey.publicKey, at: .fixture)
    switch token.keyID {
    case "ABCDE23456": break
    case "REVOKED234": key?.revocationDate = .fixture
    default: key = nil
    }
    return try token.caller(
      signedBy: key, issuer: LowercaseUUID(try #require(UUID(uuidString: APITokenDraft.issuer))),
      at: .fixture)
  }
}
