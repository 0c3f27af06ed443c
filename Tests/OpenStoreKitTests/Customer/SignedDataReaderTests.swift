import AppStorePayloads
import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct SignedDataReaderTests {
  @Test func `a token is verified once`() async throws {
    let sample = try SampleDevice()
    let car = try sample.sign(.sample())
    try sample.hold(latest: [car], unfinished: [car])
    let session = try await sample.session()

    #expect(session.reader.verifications == 1)
    for _ in 1...3 { _ = await session.snapshot() }
    let again: Signed<TransactionPayload>? = await session.reader.read(car)

    #expect(again?.isVerified == true)
    #expect(session.reader.verifications == 1)
  }

  @Test func `what the device keeps is verified once in a process`() async throws {
    let sample = try SampleDevice()
    try sample.hold(latest: [sample.sign(.sample())])

    let sessions = [try await sample.session(), try await sample.session()]

    #expect(sessions.map(\.reader.verifications) == [1, 0])
    for session in sessions { #expect(await session.snapshot().entitlements.count == 1) }
  }
}

// MARK: - The cache

extension SignedDataReaderTests {
  private static let device = UUID()

  /// A reader as in a new process, unless it shares a cache.
  private func reader(
    _ root: Data, app: String = "com.example.skdemo", environment: StoreEnvironment = .sandbox,
    device: UUID? = device, _ cache: VerificationCache = VerificationCache()
  ) -> SignedDataReader {
    SignedDataReader(
      SignedDataVerifier(
        rootCertificate: root, bundleID: app, environment: environment, device: device),
      cache: cache
    ) { _ in }
  }

  private func bound(_ payload: TransactionPayload) -> TransactionPayload {
    var payload = payload
    let nonce = UUID()
    payload.deviceVerificationNonce = LowercaseUUID(nonce)
    payload.deviceVerification = DeviceVerification.hash(nonce: nonce, device: Self.device)
    return payload
  }

  /// A reader, and a token that it has verified.
  private func verified() async throws -> (SignedDataReader, String) {
    let signer = try CertificateAuthority.make().signer()
    let reader = reader(signer.rootCertificate)
    let token = try signer.sign(bound(.sample()))
    let original: Signed<TransactionPayload>? = await reader.read(token)
    #expect(original?.isVerified == true)
    return (reader, token)
  }

  @Test func `a new process verifies again`() async throws {
    let signer = try CertificateAuthority.make().signer()
    let token = try signer.sign(bound(.sample()))

    for _ in 1...2 {
      let reader = reader(signer.rootCertificate)
      let car: Signed<TransactionPayload>? = await reader.read(token)
      #expect(car?.isVerified == true)
      #expect(reader.verifications == 1)
    }
  }

  @Test func `a success is valid for one root, app, environment and device`() async throws {
    let signer = try CertificateAuthority.make().signer()
    let (root, cache) = (signer.rootCertificate, VerificationCache())
    let token = try signer.sign(bound(.sample()))
    let other = try CertificateAuthority.make().signer().rootCertificate

    let car: Signed<TransactionPayload>? = await reader(root, cache).read(token)
    #expect(car?.isVerified == true)

    let strangers = [
      reader(other, cache), reader(root, app: "com.example.other", cache),
      reader(root, environment: .xcode, cache), reader(root, device: UUID(), cache),
    ]
    for stranger in strangers {
      let car: Signed<TransactionPayload>? = await stranger.read(token)
      #expect(car?.isVerified == false)
    }
    #expect(cache.count == 1)
  }

  @Test
  func `a token that differs from a verified one in one byte is verified itself`() async throws {
    let (reader, token) = try await verified()

    for index in stride(from: 0, to: token.utf8.count, by: 101) {
      var bytes = Array(token.utf8)
      bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let altered: Signed<TransactionPayload>? = await reader.read(
        String(decoding: bytes, as: UTF8.self))
      #expect(altered?.isVerified != true, "byte \(index)")
    }
  }

  @Test func `a token with another character that Unicode takes for the same is not verified`()
    async throws
  {
    let (reader, token) = try await verified()

    let kelvin = token.replacing("K", with: "\u{212A}")
    #expect(kelvin == token)
    #expect(kelvin.utf8.count > token.utf8.count)
    // Unreadable if its payload has the letter, else its header is.
    let altered: Signed<TransactionPayload>? = await reader.read(kelvin)

    #expect(altered?.isVerified != true)
  }

  @Test func `what is not trusted is verified each time, and not kept`() async throws {
    let (signer, cache) = (try CertificateAuthority.make().signer(), VerificationCache())
    let reader = reader(try CertificateAuthority.make().signer().rootCertificate, cache)
    let token = try signer.sign(bound(.sample()))

    for _ in 1...2 {
      let car: Signed<TransactionPayload>? = await reader.read(token)
      #expect(car?.error == .untrustedRoot)
    }

    #expect(reader.verifications == 2)
    #expect(cache.count == 0)
  }

  @Test func `a token is not taken for a payload of another type`() async throws {
    let (reader, token) = try await verified()

    let renewal: Signed<RenewalInfoPayload>? = await reader.read(token)

    #expect(renewal == nil)
  }

  @Test func `the certificate must be valid when it signs, also for a token that is read again`()
    async throws
  {
    let signer = try CertificateAuthority.make().signer()
    let reader = reader(signer.rootCertificate)
    let last = signer.validity.upperBound - 1
    let tokens = try [last, last + 86_400].map { date in
      try signer.sign(bound(.sample { $0.signedDate = date }))
    }

    for _ in 1...2 {
      let read: [Signed<TransactionPayload>] = await reader.read(tokens)
      #expect(read.map(\.isVerified) == [true, false])
    }
  }

  @Test func `a list longer than the cache can keep leaves it as it is`() async throws {
    let signer = try CertificateAuthority.make().signer()
    let cache = VerificationCache(capacity: 10)
    let reader = reader(signer.rootCertificate, cache)
    let tokens = try (1...6).map { try signer.sign(bound(.sample(UInt64($0)))) }
    let known: Signed<TransactionPayload>? = await reader.read(tokens[0])
    #expect(known?.isVerified == true)

    let all: [Signed<TransactionPayload>] = await reader.read(tokens)
    #expect(all.count(where: \.isVerified) == 6)
    #expect(cache.count == 1)
    #expect(reader.verifications == 6, "the one that is known is not verified again")

    let few: [Signed<TransactionPayload>] = await reader.read(Array(tokens.prefix(5)))
    #expect(few.count == 5)
    #expect(cache.count == 5)
  }

  @Test func `the cache stays within its bounds however much is verified`() async throws {
    let signer = try CertificateAuthority.make().signer()
    let cache = VerificationCache(capacity: 10)
    let reader = reader(signer.rootCertificate, cache)

    for number in 1...50 {
      let token = try signer.sign(bound(.sample(UInt64(number))))
      let car: Signed<TransactionPayload>? = await reader.read(token)
      #expect(car?.isVerified == true)
      #expect(cache.count <= 10)
    }
  }
}
