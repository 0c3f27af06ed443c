import AppStorePayloads
import Crypto
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite struct OfferTokenTests {
  private static let key = P256.Signing.PrivateKey()
  private typealias Token = OfferToken<IntroductoryOfferClaims>
  private static let purchase = OfferPurchase(
    productID: "subscription.pro", bundleID: "com.example.skdemo", customerIDs: ["1000000000"])

  @Test(arguments: [true, false])
  func `what the app's server has decided holds for a day`(allows: Bool) throws {
    let token = try Token(Self.token { $0["allowIntroductoryOffer"] = allows })

    for age in [0, 24 * 3600, -300] {
      let wall = Date.fixture.addingTimeInterval(TimeInterval(age))
      try token.verify(Self.purchase, by: Self.key.publicKey, at: wall)
    }
    #expect(token.claims.allowIntroductoryOffer == allows)
    #expect(token.keyID == "ABCDE12345")
  }

  @Test func `a token may have more claims`() throws {
    let token = try Token(Self.token { $0["exp"] = 5 })

    try token.verify(Self.purchase, by: Self.key.publicKey, at: .fixture)
  }

  static let wrongClaims: [(name: String, value: any Sendable, reason: String)] = [
    ("aud", "promotional-offer", "its 'aud' must be"),
    ("bid", "com.example.other", "it is for the app 'com.example.other'"),
    ("productId", "subscription.standard", "it is for the product 'subscription.standard'"),
    ("transactionId", "2000000001", "this customer has no transaction '2000000001'"),
    ("iss", "", "'iss' and 'nonce' must not be empty"),
    ("nonce", "", "'iss' and 'nonce' must not be empty"),
    ("iat", 1_768_996_800 - 24 * 3600 - 0.001, "more than 24 hours ago"),
    ("iat", 1_768_996_800 + 300.001, "in the future"),
  ]

  @Test(arguments: wrongClaims.indices)
  func `a token about something else is refused, and the refusal says what`(index: Int) throws {
    let wrong = Self.wrongClaims[index]
    let token = try Token(Self.token { $0[wrong.name] = wrong.value })

    let error = #expect(throws: StoreError.self) {
      try token.verify(Self.purchase, by: Self.key.publicKey, at: .fixture)
    }
    #expect(error?.code == .invalidOfferSignature)
    #expect(error?.description.contains(wrong.reason) == true, "\(String(describing: error))")
  }

  @Test func `a token that the store's key has not signed is refused`() throws {
    let token = try Token(Self.token { _ in })

    for key in [nil, P256.Signing.PrivateKey().publicKey] {
      #expect {
        try token.verify(Self.purchase, by: key, at: .fixture)
      } throws: { ($0 as? StoreError)?.code == .invalidOfferSignature }
    }
  }

  @Test(arguments: [
    "", "a.b", "a.b.c", #"{"alg":"none","kid":"K"}"#, #"{"alg":"ES256"}"#,
    #"{"alg":"ES256","kid":"K","crit":["b64"]}"#, #"{"alg":"HS256","kid":"K"}"#,
  ])
  func `what is not a JWS with ES256 and a key's ID is refused`(text: String) throws {
    let token = text.hasPrefix("{") ? try Self.token(header: text) { _ in } : text

    #expect {
      try Token(token)
    } throws: { ($0 as? StoreError)?.code == .invalidOfferSignature }
  }

  @Test(arguments: ["iss", "iat", "aud", "bid", "nonce", "productId", "transactionId"])
  func `a token without a claim is refused`(name: String) throws {
    let token = try Self.token { $0[name] = nil }

    #expect {
      try Token(token)
    } throws: { ($0 as? StoreError)?.code == .invalidOfferSignature }
  }

  private static let ambiguousJSON: [(name: String, bytes: @Sendable (Data) -> Data)] = [
    ("repeated names", { $0.dropLast() + Data(",".utf8) + $0.dropFirst() }),
    ("UTF-16", { Data($0.flatMap { [$0, 0] }) }),
    ("a byte order mark", { [0xEF, 0xBB, 0xBF] + $0 }),
  ]

  @Test(arguments: ambiguousJSON.indices)
  func `a token that two readers could understand differently is refused`(index: Int) throws {
    let ambiguous = Self.ambiguousJSON[index]

    for token in [
      try Self.token(headerBytes: ambiguous.bytes) { _ in },
      try Self.token(claimBytes: ambiguous.bytes) { _ in },
    ] {
      #expect {
        try Token(token)
      } throws: {
        ($0 as? StoreError)?.code == .invalidOfferSignature
      }
    }
  }

  /// A token as Apple's libraries make it, edited before it is signed.
  private static func token(
    header: String = #"{"alg":"ES256","kid":"ABCDE12345","typ":"JWT"}"#,
    headerBytes: (Data) -> Data = { $0 }, claimBytes: (Data) -> Data = { $0 },
    _ edit: (inout [String: Any]) -> Void
  ) throws -> String {
    var claims: [String: Any] = [
      "iss": "99b16628-15e4-4668-972b-eeff55eeff55", "iat": 1_768_996_800,
      "aud": "introductory-offer-eligibility", "bid": "com.example.skdemo",
      "nonce": UUID().uuidString.lowercased(), "productId": "subscription.pro",
      "allowIntroductoryOffer": true, "transactionId": "1000000000",
    ]
    edit(&claims)
    let body = claimBytes(try JSONSerialization.data(withJSONObject: claims))
    let signed = base64URL(headerBytes(Data(header.utf8))) + "." + base64URL(body)
    let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
    return signed + "." + base64URL(signature)
  }

  private static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
