import AppStorePayloads
import Crypto
import Foundation

extension Forgery {
  /// Tokens whose payload, signature, app or device is wrong.
  static let ofPayloads: [Forgery] = [
    Forgery("a changed price", .unverified(.signatureMismatch)) { fixture in
      var cheap = fixture.payload
      cheap.price = 1
      return try splice(payload: cheap, into: fixture.sign(fixture.payload))
    },
    Forgery("another key's signature", .unverified(.signatureMismatch)) { fixture in
      try fixture.compact(header: fixture.ownHeader) { input in
        try P256.Signing.PrivateKey().signature(for: input).rawRepresentation
      }
    },
    Forgery("no signature", .unverified(.signatureMismatch)) { fixture in
      try fixture.sign(fixture.payload).replacing(/[^.]*$/, with: "")
    },
    Forgery("a signature of zeros", .unverified(.signatureMismatch)) { fixture in
      let zeros = Data(count: 64).base64URLEncoded
      return try fixture.sign(fixture.payload)
        .replacing(/[^.]*$/, with: String(decoding: zeros, as: UTF8.self))
    },
    Forgery("another token's signature", .unverified(.signatureMismatch)) { fixture in
      var other = fixture.payload
      other.price = 1
      let signature = try JWS(fixture.sign(other)).signature.base64URLEncoded
      return try fixture.sign(fixture.payload)
        .replacing(/[^.]*$/, with: String(decoding: signature, as: UTF8.self))
    },
    Forgery("a signature in DER", .unverified(.signatureMismatch)) { fixture in
      try fixture.compact(header: fixture.ownHeader) { input in
        try fixture.chain.leaf.key.signature(for: input).derRepresentation
      }
    },
    Forgery("a truncated signature", .unverified(.signatureMismatch)) { fixture in
      let token = try fixture.sign(fixture.payload)
      let short = try JWS(token).signature.prefix(60).base64URLEncoded
      return token.replacing(/[^.]*$/, with: String(decoding: short, as: UTF8.self))
    },
    Forgery("a payload of another type", .thrown(.payloadUnreadable("TransactionPayload"))) {
      try $0.sign(["price": 1])
    },
    Forgery(
      "renewal info instead of a transaction", .thrown(.payloadUnreadable("TransactionPayload"))
    ) {
      try $0.sign(RenewalInfoPayload.ended)
    },
    Forgery("another app", .unverified(.wrongBundle("com.example.other"))) { fixture in
      var other = fixture.payload
      other.bundleId = "com.example.other"
      return try fixture.sign(other)
    },
    Forgery("another environment", .unverified(.wrongEnvironment(.production))) { fixture in
      var other = fixture.payload
      other.environment = .production
      return try fixture.sign(other)
    },
    Forgery("another device", .unverified(.wrongDevice)) { fixture in
      try fixture.sign(TransactionPayload.car.bound(to: .beta))
    },
    Forgery("another nonce", .unverified(.wrongDevice)) { fixture in
      var other = fixture.payload
      other.deviceVerificationNonce = LowercaseUUID(.alpha)
      return try fixture.sign(other)
    },
    Forgery("no device", .unverified(.deviceVerificationMissing)) {
      try $0.sign(TransactionPayload.car)
    },
  ]

  private static func splice(payload: TransactionPayload, into token: String) throws -> String {
    let body = try JSONEncoder.payload.encode(payload).base64URLEncoded
    return token.replacing(/\.([^.]*)\./, with: ".\(String(decoding: body, as: UTF8.self)).")
  }
}

extension SigningFixture {
  /// The header of a token that the fixture's leaf has signed.
  fileprivate var ownHeader: String {
    get throws { header(x5c: try chain.der.map { $0.base64EncodedString() }) }
  }
}
