import Foundation
import JWTKit
import StoreAPI
import Testing
import X509

/// jwt-kit's verifier as a second opinion: it was written by others, and knows nothing of ours.
///
/// It accepts what we sign, and refuses what we refuse, as far as it can judge. What it cannot
/// judge stands in ``Forgery/beyondJWTKit``; a test says that the list has no name too many.
@Suite struct SecondOpinionTests {
  @Test func `jwt-kit accepts what the store signs`() async throws {
    let bench = try SigningBench()

    #expect(try await bench.secondOpinion(on: bench.sign(bench.payload)) == bench.payload)
  }

  @Test(arguments: Forgery.all.filter { !Forgery.beyondJWTKit.contains($0.testDescription) })
  func `jwt-kit refuses what we refuse`(forgery: Forgery) async throws {
    let bench = try SigningBench(forgery.recipe)
    let token = try forgery.token(bench)

    await #expect(throws: (any Error).self) { try await bench.secondOpinion(on: token) }
  }

  @Test(arguments: Forgery.all.filter { Forgery.beyondJWTKit.contains($0.testDescription) })
  func `what jwt-kit cannot judge it accepts`(forgery: Forgery) async throws {
    let bench = try SigningBench(forgery.recipe)
    let token = try forgery.token(bench)

    await #expect(throws: Never.self) { try await bench.secondOpinion(on: token) }
  }

  @Test func `what jwt-kit cannot judge is still in the table`() {
    let names = Set(Forgery.all.map(\.testDescription))

    #expect(Forgery.beyondJWTKit.subtracting(names) == [])
  }
}

extension Forgery {
  /// Rules of the App Store, and strictness where jwt-kit is lenient.
  static let beyondJWTKit: Set<String> = [
    // It takes every algorithm that fits the leaf's key; the App Store signs with ES256 alone.
    "ES384 with a leaf of that kind",
    // It does not read `crit`, which RFC 7515, section 4.1.11, demands.
    "a critical extension",
    // It takes any number of certificates that lead to the root, and a leaf that is the root.
    "two certificates", "four certificates", "the root in every place",
    "a leaf that the root issued itself",
    // It knows neither the App Store's markers nor who may sign payloads and who certificates:
    // RFC5280Policy reads no key usage.
    "swapped markers", "no marker on the leaf", "no marker on the intermediate",
    "an intermediate that may not sign certificates", "a leaf that is an authority",
    // It reads several spellings of the same bytes.
    "stray bits after a certificate's base64", "padding in the signature",
    // It does not know what the payload is for.
    "another app", "another environment", "another device", "another nonce", "no device",
  ]
}

extension SigningBench {
  /// What jwt-kit makes of a token for the pinned root; throws where it refuses.
  func secondOpinion(on token: String) async throws -> TransactionPayload {
    let verifier = try X5CVerifier(rootCertificates: [chain.root.certificate])
    return try await verifier.verifyJWS(token, as: Claims.self, jsonDecoder: ClaimsDecoder())
      .transaction
  }
}

/// Our payload as jwt-kit wants it: the chain is judged at its `signedDate`.
private struct Claims: ValidationTimePayload {
  let transaction: TransactionPayload

  var signedDate: Date { transaction.signedDate }

  init(from decoder: any Decoder) throws { transaction = try TransactionPayload(from: decoder) }

  func encode(to encoder: any Encoder) throws { try transaction.encode(to: encoder) }

  /// There are no claims that jwt-kit knows.
  func verify(using algorithm: some JWTAlgorithm) throws {}
}

/// Dates in a payload are milliseconds.
private struct ClaimsDecoder: JWTJSONDecoder {
  func decode<T: Decodable>(_ type: T.Type, from string: Data) throws -> T {
    try JSONDecoder.payload.decode(type, from: string)
  }
}
