import Crypto
import Foundation
import Testing

@testable import AppStorePayloads

@Suite struct SignedDataVerifierTests {
  @Test(arguments: Forgery.all)
  func `a forgery is refused with the expected error, also after the valid chain was cached`(
    forgery: Forgery
  ) async throws {
    let fixture = try SigningFixture(forgery.recipe)
    let token = try forgery.token(fixture)

    #expect(await fixture.verdict(on: token) == forgery.verdict)
    _ = await fixture.verdict(on: try fixture.token())
    #expect(await fixture.verdict(on: token) == forgery.verdict)
  }

  @Test func `each kind of error has a forgery in the table`() {
    let kinds = Set(Forgery.all.compactMap(\.verdict.error).map(\.kind))

    #expect(kinds == Set(1...19))
  }

  @Test func `renewal info is verified although it has no bundle ID`() async throws {
    let fixture = try SigningFixture()
    let info = RenewalInfoPayload.ended.bound(to: .alpha)

    let token = try fixture.sign(info)

    #expect(
      try await fixture.verifier.verify(token, as: RenewalInfoPayload.self) == .verified(info))
  }

  @Test func `a server accepts data for any device and for none`() async throws {
    let fixture = try SigningFixture()
    let server = SignedDataVerifier(
      rootCertificate: try fixture.chain.root.der, bundleID: "com.example.skdemo", device: nil)

    for payload in [TransactionPayload.car, .car.bound(to: .beta)] {
      let verdict = try await server.verify(fixture.sign(payload), as: TransactionPayload.self)
      #expect(verdict == .verified(payload))
    }
  }

  @Test func `a cached chain is not trusted beyond its validity`() async throws {
    let fixture = try SigningFixture()
    var late = fixture.payload
    late.signedDate = Date(timeIntervalSince1970: 2_208_988_801)
    _ = await fixture.verdict(on: try fixture.sign(fixture.payload))

    #expect(
      await fixture.verdict(on: try fixture.sign(late))
        == .unverified(
          .outsideValidity(signedDate: late.signedDate, validity: ChainRecipe.validity)))
  }

  @Test func `a chain is trusted in the first and in the last second of its validity`() async throws
  {
    let fixture = try SigningFixture()

    for date in [ChainRecipe.validity.lowerBound, ChainRecipe.validity.upperBound] {
      var payload = fixture.payload
      payload.signedDate = date
      #expect(await fixture.verdict(on: try fixture.sign(payload)) == .trusted)
    }
  }

  @Test func `a chain is cached only after a token with its header was verified`() async throws {
    let fixture = try SigningFixture()
    let x5c = try fixture.chain.der.map { "\"\($0.base64EncodedString())\"" }
    let header = #"{ "alg":"ES256","x5c":[\#(x5c.joined(separator: ","))]}"#
    let forged = try fixture.compact(header: header) { _ in Data(count: 64) }

    #expect(await fixture.verdict(on: forged) == .unverified(.signatureMismatch))
    #expect(fixture.verifier.chains[try JWS(forged).headerSegment] == nil)

    let token = try fixture.token()
    #expect(await fixture.verdict(on: token) == .trusted)
    #expect(fixture.verifier.chains[try JWS(token).headerSegment] != nil)
  }

  @Test func `many tokens at once are verified`() async throws {
    let fixture = try SigningFixture()
    let tokens = try (1...50).map { number in
      var payload = fixture.payload
      payload.price = Int64(number)
      return try fixture.sign(payload)
    }

    let trusted = await withTaskGroup(of: Bool.self) { group in
      for token in tokens { group.addTask { await fixture.verdict(on: token) == .trusted } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }

    #expect(trusted == 50)
  }

  @Test func `a token with a changed byte is not trusted`() async throws {
    let fixture = try SigningFixture()
    let token = Array(try fixture.sign(fixture.payload).utf8)
    #expect(await fixture.verdict(on: String(decoding: token, as: UTF8.self)) == .trusted)

    for index in stride(from: 0, to: token.count, by: 13) {
      var altered = token
      altered[index] = altered[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let verdict = await fixture.verdict(on: String(decoding: altered, as: UTF8.self))
      #expect(verdict != .trusted, "byte \(index)")
    }
  }
}

extension Verdict {
  fileprivate var error: SignatureError? {
    switch self {
    case .trusted: nil
    case .unverified(let error), .thrown(let error): error
    }
  }
}

extension SignatureError {
  /// A number for each case, independent of its values.
  fileprivate var kind: Int {
    switch self {
    case .oversized: 1
    case .malformed: 2
    case .payloadUnreadable: 3
    case .wrongAlgorithm: 4
    case .criticalHeader: 5
    case .wrongCertificateCount: 6
    case .certificateUnreadable: 7
    case .untrustedRoot: 8
    case .markerMissing: 9
    case .issuerNotAuthority: 10
    case .leafIsAuthority: 11
    case .outsideValidity: 12
    case .chainInvalid: 13
    case .wrongKey: 14
    case .signatureMismatch: 15
    case .wrongBundle: 16
    case .wrongEnvironment: 17
    case .deviceVerificationMissing: 18
    case .wrongDevice: 19
    }
  }
}
