import Crypto
import Foundation
import StoreAPI

extension Forgery {
  /// What can be wrong with a token's form and its header.
  static let ofHeaders: [Forgery] = [
    Forgery("alg none", .unverified(.wrongAlgorithm("none"))) { bench in
      try bench.compact(header: #"{"alg":"none"}"#) { _ in Data() }
    },
    Forgery("HS256 with the public key as the secret", .unverified(.wrongAlgorithm("HS256"))) {
      bench in
      let secret = SymmetricKey(data: Data(bench.chain.leaf.key.publicKey.pemRepresentation.utf8))
      let x5c = try bench.chain.der.map { "\"\($0.base64EncodedString())\"" }
      let header = #"{"alg":"HS256","x5c":[\#(x5c.joined(separator: ","))]}"#
      return try bench.compact(header: header) { input in
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
    Forgery("a header that is no JSON", .unverified(.malformed(.header))) { bench in
      try bench.compact(header: "alg: ES256") { _ in Data() }
    },
    Forgery("a certificate that is none", .unverified(.certificateUnreadable(.intermediate))) {
      try $0.token(certificates: [$0.chain.leaf.der, Data("no DER".utf8), $0.chain.root.der])
    },
    Forgery("bytes after a certificate", .unverified(.certificateUnreadable(.leaf))) {
      try $0.token(
        certificates: [$0.chain.leaf.der + [0], $0.chain.intermediate.der, $0.chain.root.der])
    },
    Forgery("an empty token", .dropped(.malformed(.token))) { _ in "" },
    Forgery("a truncated token", .dropped(.malformed(.token))) {
      String(try $0.sign($0.payload).prefix { $0 != "." })
    },
    Forgery("a fourth part", .dropped(.malformed(.token))) { try $0.sign($0.payload) + ".e30" },
    Forgery("padding in the payload", .dropped(.malformed(.payload))) {
      try $0.sign($0.payload).replacing(/\.([^.]*)\./) { ".\($0.output.1)=." }
    },
    Forgery("padding in the signature", .dropped(.malformed(.signature))) {
      try $0.sign($0.payload) + "=="
    },
    Forgery("a line break at the end", .dropped(.malformed(.signature))) {
      try $0.sign($0.payload) + "\n"
    },
    Forgery("a megabyte", .dropped(.oversized(bytes: 1_000_000))) { _ in
      String(repeating: "A", count: 1_000_000)
    },
  ]
}
