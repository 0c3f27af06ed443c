import AppStorePayloads
import Crypto
import Foundation
import Testing

/// A store's chain, and a device that trusts it.
struct SigningFixture {
  let chain: ForgedChain
  let verifier: SignedDataVerifier
  /// A car for this device.
  let payload = TransactionPayload.car.bound(to: .alpha)

  init(_ recipe: ChainRecipe = ChainRecipe()) throws {
    chain = try ForgedChain(recipe)
    verifier = SignedDataVerifier(
      rootCertificate: try chain.root.der, bundleID: "com.example.skdemo", device: .alpha)
  }

  func sign(_ payload: some Encodable) throws -> String {
    try PayloadSigner(privateKey: chain.leaf.key, chain: chain.der).sign(payload)
  }

  /// The car, signed by a leaf that is sent with these issuers.
  func token(signedBy leaf: ForgedCertificate, _ issuers: ForgedCertificate...) throws -> String {
    try PayloadSigner(privateKey: leaf.key, chain: ([leaf] + issuers).map { try $0.der })
      .sign(payload)
  }

  /// The car, signed by the leaf with these values in the header.
  func token(
    alg: String = "ES256", certificates: [Data]? = nil, more: String = ""
  ) throws -> String {
    let x5c = try (certificates ?? chain.der).map { $0.base64EncodedString() }
    return try compact(header: header(alg: alg, x5c: x5c, more: more)) { input in
      try chain.leaf.key.signature(for: input).rawRepresentation
    }
  }

  func header(alg: String = "ES256", x5c: [String], more: String = "") -> String {
    let list = x5c.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"alg":"\#(alg)","x5c":[\#(list)]\#(more)}"#
  }

  func compact(header: String, signature: (Data) throws -> Data) throws -> String {
    let body = try JSONEncoder.payload.encode(payload).base64URLEncoded
    let input = Data(header.utf8).base64URLEncoded + Data(".".utf8) + body
    let token = input + Data(".".utf8) + (try signature(input)).base64URLEncoded
    return String(decoding: token, as: UTF8.self)
  }

  func verdict(on token: String) async -> Verdict {
    do throws(SignatureError) {
      switch try await verifier.verify(token, as: TransactionPayload.self) {
      case .verified: return .trusted
      case .unverified(_, let error): return .unverified(error)
      }
    } catch {
      return .thrown(error)
    }
  }
}

enum Verdict: Equatable {
  case trusted
  case unverified(SignatureError)
  case thrown(SignatureError)
}

/// A forged token and the expected result of its verification.
struct Forgery: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let verdict: Verdict
  let recipe: ChainRecipe
  let token: @Sendable (SigningFixture) throws -> String

  init(
    _ description: String, _ verdict: Verdict, recipe: ChainRecipe = ChainRecipe(),
    token: @escaping @Sendable (SigningFixture) throws -> String = { try $0.sign($0.payload) }
  ) {
    testDescription = description
    self.verdict = verdict
    self.recipe = recipe
    self.token = token
  }
}

extension Forgery {
  static let all = ofHeaders + ofChains + ofPayloads
}

extension ChainRecipe {
  static func with(_ change: (inout ChainRecipe) -> Void) -> ChainRecipe {
    var recipe = ChainRecipe()
    change(&recipe)
    return recipe
  }
}
