import AppStorePayloads
import Crypto
import Foundation
import TestSupport

/// A token of the App Store Server API before it is signed: the texts of its fields, in order.
struct APITokenDraft: Sendable {
  static let issuer = "99b16628-15e4-4668-972b-eeff55eeff55"
  static let standardKey = P256.Signing.PrivateKey()
  private static let now = Int(Date.fixture.timeIntervalSince1970)

  /// The names of the header with their JSON.
  var header: [(name: String, json: String)] = [
    ("alg", #""ES256""#), ("kid", #""ABCDE23456""#), ("typ", #""JWT""#),
  ]
  /// The names of the payload with their JSON.
  var claims: [(name: String, json: String)] = [
    ("iss", #""\#(issuer)""#), ("iat", "\(now)"), ("exp", "\(now + 1200)"),
    ("aud", #""appstoreconnect-v1""#), ("bid", #""com.example.skdemo""#),
  ]
  /// The whole header, if it is not made of ``header``.
  var headerJSON: String?
  /// The whole payload, if it is not made of ``claims``.
  var claimsJSON: String?
  var key = standardKey
  /// Returns the bytes of the signature.
  var sign: @Sendable (P256.Signing.PrivateKey, Data) throws -> Data = {
    try $0.signature(for: $1).rawRepresentation
  }
  /// The whole token, if it is not made of the rest.
  private var text: String?

  init(
    header: [(name: String, json: String)]? = nil, claims: [(name: String, json: String)]? = nil
  ) {
    if let header { self.header = header }
    if let claims { self.claims = claims }
  }

  /// The token of the documentation, edited.
  static func edited(_ edit: (inout APITokenDraft) -> Void) -> APITokenDraft {
    var draft = APITokenDraft()
    edit(&draft)
    return draft
  }

  /// A text that was not signed.
  static func text(_ text: String) -> APITokenDraft { edited { $0.text = text } }

  /// The token of the documentation with this field of the header; `nil` leaves it out.
  static func heading(_ name: String, _ json: String?) -> APITokenDraft {
    edited { $0.header.set(name, json) }
  }

  /// The token of the documentation with this claim; `nil` leaves it out.
  static func claiming(_ name: String, _ json: String?) -> APITokenDraft {
    edited { $0.claims.set(name, json) }
  }

  /// The token of the documentation with these `iat` and `exp`.
  static func lasting(from start: Int?, to end: Int) -> APITokenDraft {
    edited {
      $0.claims.set("iat", start.map(String.init))
      $0.claims.set("exp", "\(end)")
    }
  }

  /// The signed token.
  func token() throws -> String {
    if let text { return text }
    let parts = [headerJSON ?? header.object, claimsJSON ?? claims.object]
    let signed = Data(
      parts.map { Data($0.utf8).base64URLEncoded }.joined(separator: Data(".".utf8)))
    let signature = try sign(key, signed).base64URLEncoded
    return String(decoding: signed + Data(".".utf8) + signature, as: UTF8.self)
  }
}

extension [(name: String, json: String)] {
  fileprivate mutating func set(_ name: String, _ json: String?) {
    removeAll { $0.name == name }
    if let json { append((name, json)) }
  }

  fileprivate var object: String {
    "{" + map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
  }
}
