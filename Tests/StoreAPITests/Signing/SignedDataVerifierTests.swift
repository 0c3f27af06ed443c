import Crypto
import Foundation
import Testing

@testable import StoreAPI

@Suite struct SignedDataVerifierTests {
  @Test(arguments: Forgery.all)
  func `a forgery is refused for its own reason`(forgery: Forgery) async throws {
    let bench = try SigningBench(forgery.recipe)

    #expect(await bench.verdict(on: try forgery.token(bench)) == forgery.verdict)
  }

  @Test(arguments: Forgery.all)
  func `a forgery is refused as well after the true chain was seen`(
    forgery: Forgery
  ) async throws {
    let bench = try SigningBench(forgery.recipe)
    _ = await bench.verdict(on: try bench.token())

    #expect(await bench.verdict(on: try forgery.token(bench)) == forgery.verdict)
  }

  @Test func `each kind of fault has a forgery in the table`() {
    let kinds = Set(Forgery.all.compactMap(\.verdict.fault).map(\.kind))

    #expect(kinds == Set(1...19))
  }

  @Test func `what the store signs for a device is verified there, again and again`() async throws {
    let bench = try SigningBench()

    for price: Int64 in [4990, 5990, 6990] {
      var payload = bench.payload
      payload.price = price
      let verdict = try await bench.verifier.verify(
        bench.sign(payload), as: TransactionPayload.self)
      #expect(verdict == .verified(payload))
    }
  }

  @Test func `renewal info names no app and is verified without one`() async throws {
    let bench = try SigningBench()
    var info = RenewalInfoPayload.ended
    info.deviceVerificationNonce = LowercaseUUID(.beta)
    info.deviceVerification = DeviceVerification.hash(nonce: .beta, device: .alpha)
    let token = try PayloadSigner(privateKey: bench.chain.leaf.key, chain: bench.chain.der)
      .sign(info)

    #expect(try await bench.verifier.verify(token, as: RenewalInfoPayload.self) == .verified(info))
  }

  @Test func `a server takes data for any device and for none`() async throws {
    let bench = try SigningBench()
    let server = SignedDataVerifier(
      rootCertificate: try bench.chain.root.der, bundleID: "com.example.skdemo", device: nil)

    for payload in [TransactionPayload.car, .car.bound(to: .beta)] {
      let verdict = try await server.verify(bench.sign(payload), as: TransactionPayload.self)
      #expect(verdict == .verified(payload))
    }
  }

  @Test func `a known chain is not trusted beyond its validity`() async throws {
    let bench = try SigningBench()
    var late = bench.payload
    late.signedDate = Date(timeIntervalSince1970: 2_208_988_801)
    _ = await bench.verdict(on: try bench.sign(bench.payload))

    #expect(
      await bench.verdict(on: try bench.sign(late))
        == .unverified(
          .outsideValidity(signedDate: late.signedDate, validity: ChainRecipe.validity)))
  }

  @Test func `a chain is trusted in the first and in the last second of its validity`() async throws
  {
    let bench = try SigningBench()

    for date in [ChainRecipe.validity.lowerBound, ChainRecipe.validity.upperBound] {
      var payload = bench.payload
      payload.signedDate = date
      #expect(await bench.verdict(on: try bench.sign(payload)) == .trusted)
    }
  }

  @Test func `a true chain is remembered only for what it signed`() async throws {
    let bench = try SigningBench()
    let x5c = try bench.chain.der.map { "\"\($0.base64EncodedString())\"" }
    let header = #"{ "alg":"ES256","x5c":[\#(x5c.joined(separator: ","))]}"#
    let forged = try bench.compact(header: header) { _ in Data(count: 64) }

    #expect(await bench.verdict(on: forged) == .unverified(.signatureMismatch))
    #expect(bench.verifier.chains[try JWS(forged).headerSegment] == nil)

    let token = try bench.token()
    #expect(await bench.verdict(on: token) == .trusted)
    #expect(bench.verifier.chains[try JWS(token).headerSegment] != nil)
  }

  @Test func `many tokens at once are verified`() async throws {
    let bench = try SigningBench()
    let tokens = try (1...50).map { number in
      var payload = bench.payload
      payload.price = Int64(number)
      return try bench.sign(payload)
    }

    let trusted = await withTaskGroup(of: Bool.self) { group in
      for token in tokens { group.addTask { await bench.verdict(on: token) == .trusted } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }

    #expect(trusted == 50)
  }

  @Test func `every byte of a token counts`() async throws {
    let bench = try SigningBench()
    let token = Array(try bench.sign(bench.payload).utf8)
    #expect(await bench.verdict(on: String(decoding: token, as: UTF8.self)) == .trusted)

    for index in stride(from: 0, to: token.count, by: 13) {
      var altered = token
      altered[index] = altered[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let verdict = await bench.verdict(on: String(decoding: altered, as: UTF8.self))
      #expect(verdict != .trusted, "byte \(index)")
    }
  }
}

extension Verdict {
  fileprivate var fault: SignatureFault? {
    switch self {
    case .trusted: nil
    case .unverified(let fault), .dropped(let fault): fault
    }
  }
}

extension SignatureFault {
  /// A number for each case, whatever it says further.
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
