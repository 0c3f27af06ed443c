import AppStorePayloads
import Foundation
import JWTKit
import Testing
import X509

/// Compares our signer and verifier with those of jwt-kit, which was written independently.
///
/// It accepts our tokens and refuses the forgeries, except those in ``Forgery/acceptedByJWTKit``.
@Suite struct JWTKitTests {
  @Test func `jwt-kit accepts what the store signs`() async throws {
    let fixture = try SigningFixture()

    #expect(try await fixture.verifiedByJWTKit(fixture.sign(fixture.payload)) == fixture.payload)
  }

  @Test(arguments: Forgery.all.filter { !Forgery.acceptedByJWTKit.contains($0.testDescription) })
  func `jwt-kit refuses a forgery`(forgery: Forgery) async throws {
    let fixture = try SigningFixture(forgery.recipe)
    let token = try forgery.token(fixture)

    await #expect(throws: (any Error).self) { try await fixture.verifiedByJWTKit(token) }
  }

  @Test(arguments: Forgery.all.filter { Forgery.acceptedByJWTKit.contains($0.testDescription) })
  func `jwt-kit accepts a forgery that it does not check for`(forgery: Forgery) async throws {
    let fixture = try SigningFixture(forgery.recipe)
    let token = try forgery.token(fixture)

    await #expect(throws: Never.self) { try await fixture.verifiedByJWTKit(token) }
  }

  @Test func `every forgery that jwt-kit accepts is in the table`() {
    let names = Set(Forgery.all.map(\.testDescription))

    #expect(Forgery.acceptedByJWTKit.subtracting(names) == [])
  }
}

extension Forgery {
  /// Forgeries that break rules of the App Store, or rules about which jwt-kit is lenient.
  static let acceptedByJWTKit: Set<String> = [
    // It accepts every algorithm that fits the leaf's key; the App Store uses only ES256.
    "ES384 with a P-384 leaf",
    // It does not read `crit`, as RFC 7515, section 4.1.11, requires.
    "a critical extension",
    // Of two values with one name it reads one; RFC 7515, section 4, allows to refuse both.
    "a header that repeats a name",
    // It accepts any number of certificates that lead to the root, and a leaf that is the root.
    "two certificates", "four certificates", "three times the root",
    "a leaf that the root issued",
    // It does not check the App Store's markers, nor which certificates may sign payloads and which
    // may issue certificates: RFC5280Policy does not read key usage.
    "swapped markers", "no marker on the leaf", "no marker on the intermediate",
    "an intermediate that may not sign certificates", "a leaf that is an authority",
    // It accepts several texts that decode to the same bytes.
    "trailing bits in a certificate's base64", "padding in the signature",
    // It does not read the app, the environment and the device.
    "another app", "another environment", "another device", "another nonce", "no device",
  ]
}

extension SigningFixture {
  /// Returns the payload if jwt-kit trusts the token for the pinned root; throws otherwise.
  func verifiedByJWTKit(_ token: String) async throws -> TransactionPayload {
    let verifier = try X5CVerifier(rootCertificates: [chain.root.certificate])
    return try await verifier.verifyJWS(token, as: Claims.self, jsonDecoder: ClaimsDecoder())
      .transaction
  }
}

/// Our payload for jwt-kit, which compares the chain's validity with its `signedDate`.
private struct Claims: ValidationTimePayload {
  let transaction: TransactionPayload

  var signedDate: Date { transaction.signedDate }

  init(from decoder: any Decoder) throws { transaction = try TransactionPayload(from: decoder) }

  func encode(to encoder: any Encoder) throws { try transaction.encode(to: encoder) }

  /// The payload has no claims that jwt-kit knows.
  func verify(using algorithm: some JWTAlgorithm) throws {}
}

/// Dates in a payload are milliseconds.
private struct ClaimsDecoder: JWTJSONDecoder {
  func decode<T: Decodable>(_ type: T.Type, from string: Data) throws -> T {
    try JSONDecoder.payload.decode(type, from: string)
  }
}
