import Crypto
import Foundation
import StoreAPI

extension Forgery {
  /// What can be wrong with the payload, its signature and whom it is for.
  static let ofPayloads: [Forgery] = [
    Forgery("an altered price", .unverified(.signatureMismatch)) { bench in
      var cheap = bench.payload
      cheap.price = 1
      return try splice(payload: cheap, into: bench.sign(bench.payload))
    },
    Forgery("another key's signature", .unverified(.signatureMismatch)) { bench in
      let header = try JWS(bench.sign(bench.payload)).header()
      let json = String(decoding: try JSONEncoder().encode(header), as: UTF8.self)
      return try bench.compact(header: json) { input in
        try P256.Signing.PrivateKey().signature(for: input).rawRepresentation
      }
    },
    Forgery("no signature", .unverified(.signatureMismatch)) { bench in
      try bench.sign(bench.payload).replacing(/[^.]*$/, with: "")
    },
    Forgery("a signature of zeros", .unverified(.signatureMismatch)) { bench in
      let zeros = Data(count: 64).base64URLEncoded
      return try bench.sign(bench.payload)
        .replacing(/[^.]*$/, with: String(decoding: zeros, as: UTF8.self))
    },
    Forgery("another token's signature", .unverified(.signatureMismatch)) { bench in
      var other = bench.payload
      other.price = 1
      let signature = try JWS(bench.sign(other)).signature.base64URLEncoded
      return try bench.sign(bench.payload)
        .replacing(/[^.]*$/, with: String(decoding: signature, as: UTF8.self))
    },
    Forgery("a signature in DER", .unverified(.signatureMismatch)) { bench in
      let header = String(
        decoding: try JSONEncoder().encode(JWS(bench.sign(bench.payload)).header()), as: UTF8.self)
      return try bench.compact(header: header) { input in
        try bench.chain.leaf.key.signature(for: input).derRepresentation
      }
    },
    Forgery("a truncated signature", .unverified(.signatureMismatch)) { bench in
      let token = try bench.sign(bench.payload)
      let short = try JWS(token).signature.prefix(60).base64URLEncoded
      return token.replacing(/[^.]*$/, with: String(decoding: short, as: UTF8.self))
    },
    Forgery("a payload that is none", .dropped(.payloadUnreadable("TransactionPayload"))) {
      try PayloadSigner(privateKey: $0.chain.leaf.key, chain: $0.chain.der).sign(["price": 1])
    },
    Forgery("renewal info in place of it", .dropped(.payloadUnreadable("TransactionPayload"))) {
      try PayloadSigner(privateKey: $0.chain.leaf.key, chain: $0.chain.der)
        .sign(RenewalInfoPayload.ended)
    },
    Forgery("another app", .unverified(.wrongBundle("com.example.other"))) { bench in
      var other = bench.payload
      other.bundleId = "com.example.other"
      return try bench.sign(other)
    },
    Forgery("another environment", .unverified(.wrongEnvironment(.production))) { bench in
      var other = bench.payload
      other.environment = .production
      return try bench.sign(other)
    },
    Forgery("another device", .unverified(.wrongDevice)) { bench in
      try bench.sign(.car.bound(to: .beta))
    },
    Forgery("another nonce", .unverified(.wrongDevice)) { bench in
      var other = bench.payload
      other.deviceVerificationNonce = LowercaseUUID(.alpha)
      return try bench.sign(other)
    },
    Forgery("no device", .unverified(.deviceVerificationMissing)) { try $0.sign(.car) },
  ]

  private static func splice(payload: TransactionPayload, into token: String) throws -> String {
    let body = try JSONEncoder.payload.encode(payload).base64URLEncoded
    return token.replacing(/\.([^.]*)\./, with: ".\(String(decoding: body, as: UTF8.self)).")
  }
}
