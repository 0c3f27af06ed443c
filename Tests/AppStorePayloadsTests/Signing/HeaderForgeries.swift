import AppStorePayloads
import Crypto
import Foundation
import SwiftASN1
import X509

extension Forgery {
  /// Tokens whose form or header is wrong.
  static let ofHeaders: [Forgery] = [
    Forgery("alg none", .unverified(.wrongAlgorithm("none"))) { fixture in
      try fixture.compact(header: #"{"alg":"none"}"#) { _ in Data() }
    },
    Forgery("HS256 with the public key as the secret", .unverified(.wrongAlgorithm("HS256"))) {
      fixture in
      let secret = SymmetricKey(data: Data(fixture.chain.leaf.key.publicKey.pemRepresentation.utf8))
      let header = fixture.header(
        alg: "HS256", x5c: try fixture.chain.der.map { $0.base64EncodedString() })
      return try fixture.compact(header: header) { input in
        Data(HMAC<SHA256>.authenticationCode(for: input, using: secret))
      }
    },
    Forgery("alg in lower case", .unverified(.wrongAlgorithm("es256"))) {
      try $0.token(alg: "es256")
    },
    Forgery("a critical extension", .unverified(.criticalHeader)) {
      try $0.token(more: #","crit":["b64"],"b64":false"#)
    },
    Forgery("no certificates", .unverified(.wrongCertificateCount(0))) {
      try $0.token(certificates: [])
    },
    Forgery("two certificates", .unverified(.wrongCertificateCount(2))) {
      try $0.token(certificates: Array($0.chain.der.prefix(2)))
    },
    Forgery("four certificates", .unverified(.wrongCertificateCount(4))) {
      try $0.token(certificates: $0.chain.der + [$0.chain.root.der])
    },
    Forgery("a header that is not JSON", .unverified(.malformed(.header))) { fixture in
      try fixture.compact(header: "alg: ES256") { _ in Data() }
    },
    Forgery("a header that repeats a name", .unverified(.malformed(.header))) {
      try $0.token(more: #","alg":"ES256""#)
    },
    Forgery("a certificate that is not DER", .unverified(.certificateUnreadable(.intermediate))) {
      try $0.token(certificates: [$0.chain.leaf.der, Data("not DER".utf8), $0.chain.root.der])
    },
    Forgery("bytes after a certificate", .unverified(.certificateUnreadable(.leaf))) {
      try $0.token(
        certificates: [$0.chain.leaf.der + [0], $0.chain.intermediate.der, $0.chain.root.der])
    },
    Forgery("trailing bits in a certificate's base64", .unverified(.certificateUnreadable(.leaf))) {
      fixture in
      // Several texts decode to the same bytes only if there is padding.
      let leaf = try fixture.leaf { $0.count % 3 != 0 }
      return try fixture.token(leaf: leaf) { text in
        let digits = text.prefix { $0 != "=" }
        let stray = digits.last.flatMap { Character(base64After: $0) }
        return String(digits.dropLast()) + String(stray ?? "?") + text.drop { $0 != "=" }
      }
    },
    Forgery("a certificate without padding", .unverified(.certificateUnreadable(.leaf))) {
      fixture in
      let leaf = try fixture.leaf { $0.count % 3 != 0 }
      return try fixture.token(leaf: leaf) { text in String(text.prefix { $0 != "=" }) }
    },
    Forgery("a certificate in base64url", .unverified(.certificateUnreadable(.leaf))) { fixture in
      let leaf = try fixture.leaf { $0.base64EncodedString().contains(/[+\/]/) }
      return try fixture.token(leaf: leaf) { text in
        text.replacing("+", with: "-").replacing("/", with: "_")
      }
    },
    Forgery("a certificate in two lines", .unverified(.certificateUnreadable(.leaf))) { fixture in
      try fixture.token(leaf: fixture.chain.leaf) { text in
        text.prefix(64) + #"\n"# + text.dropFirst(64)
      }
    },
    Forgery("a certificate in PEM", .unverified(.certificateUnreadable(.leaf))) { fixture in
      let pem = try fixture.chain.leaf.certificate.serializeAsPEM().pemString
      return try fixture.token(leaf: fixture.chain.leaf) { _ in
        pem.replacing("\n", with: #"\n"#)
      }
    },
    Forgery("a key in the header", .unverified(.wrongCertificateCount(0))) { fixture in
      let key = P256.Signing.PrivateKey()
      let point = key.publicKey.rawRepresentation
      let (x, y) = (point.prefix(32).base64URLEncoded, point.suffix(32).base64URLEncoded)
      let jwk = #"{"kty":"EC","crv":"P-256","x":"\#(x.ascii)","y":"\#(y.ascii)"}"#
      return try fixture.compact(header: #"{"alg":"ES256","jwk":\#(jwk)}"#) { input in
        try key.signature(for: input).rawRepresentation
      }
    },
    Forgery("certificates in one string", .unverified(.malformed(.header))) { fixture in
      let x5c = try fixture.chain.der.map { $0.base64EncodedString() }.joined(separator: ",")
      return try fixture.compact(header: #"{"alg":"ES256","x5c":"\#(x5c)"}"#) { input in
        try fixture.chain.leaf.key.signature(for: input).rawRepresentation
      }
    },
    Forgery("an empty token", .thrown(.malformed(.token))) { _ in "" },
    Forgery("a truncated token", .thrown(.malformed(.token))) {
      String(try $0.sign($0.payload).prefix { $0 != "." })
    },
    Forgery("a fourth part", .thrown(.malformed(.token))) { try $0.sign($0.payload) + ".e30" },
    Forgery("padding in the payload", .thrown(.malformed(.payload))) {
      try $0.sign($0.payload).replacing(/\.([^.]*)\./) { ".\($0.output.1)=." }
    },
    Forgery("padding in the signature", .thrown(.malformed(.signature))) {
      try $0.sign($0.payload) + "=="
    },
    Forgery("a line break at the end", .thrown(.malformed(.signature))) {
      try $0.sign($0.payload) + "\n"
    },
    Forgery("a megabyte", .thrown(.oversized(bytes: 1_000_000))) { _ in
      String(repeating: "A", count: 1_000_000)
    },
  ]
}

extension SigningFixture {
  /// Issues the leaf again until its DER suits the forgery.
  fileprivate func leaf(_ suits: (Data) -> Bool) throws -> ForgedCertificate {
    var leaf = chain.leaf
    while try !suits(leaf.der) {
      leaf = try UnissuedCertificate(name: "Leaf", authority: false, marker: AppStoreMarker.leaf)
        .issued(by: chain.intermediate)
    }
    return leaf
  }

  /// The car, signed by this leaf, whose base64 is changed by `spelling`.
  fileprivate func token(
    leaf: ForgedCertificate, spelling: (String) -> String
  ) throws -> String {
    let others = try [chain.intermediate, chain.root].map { try $0.der.base64EncodedString() }
    let x5c = [spelling(try leaf.der.base64EncodedString())] + others
    return try compact(header: header(x5c: x5c)) { input in
      try leaf.key.signature(for: input).rawRepresentation
    }
  }
}

extension Character {
  /// The next digit of base64; `nil` after the last.
  ///
  /// Before padding, the lowest bit of a digit is not used.
  fileprivate init?(base64After digit: Character) {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    guard let index = digits.firstIndex(of: digit), index + 1 < digits.count else { return nil }
    self = digits[index + 1]
  }
}

extension Data {
  fileprivate var ascii: String { String(decoding: self, as: UTF8.self) }
}
