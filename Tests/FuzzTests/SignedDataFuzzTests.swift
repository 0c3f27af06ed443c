import AppStorePayloads
import Foundation
import TestSupport
import Testing

/// Signed data that a device or an app's server is given.
@Suite struct SignedDataFuzzTests {
  @Test func `signed data is trusted only if the store signed exactly these bytes`() async throws {
    let (parameters, subject) = (FuzzParameters.environment, try Subject())
    var tally = FuzzTally()
    var verifier = subject.verifier
    for seed in parameters.seeds {
      var random = SeededGenerator(seed: seed)
      let input = subject.maker.input(&random)
      let verdict = await subject.verdict(on: input, by: verifier, &random)
      subject.check(verdict, on: input.text, seed)
      if verdict == .trusted { tally.accepted += 1 } else { tally.refused += 1 }
      // A new verifier has no verified chain in its cache. Other tests need the thread.
      if seed % 512 == 0 { verifier = subject.verifier }
      if seed % 64 == 0 { await Task.yield() }
    }
    tally.report("signed data")
    if parameters.hasAllKinds {
      #expect(tally.accepted > 0)
      #expect(tally.refused > tally.accepted)
    }
  }

  /// Each is checked before and after the store's chain is in the cache.
  @Test func `genuine data is trusted, and data with a known mistake is not`() async throws {
    let subject = try Subject()
    let verifier = subject.verifier
    for _ in 1...2 {
      for (origin, texts) in subject.refused.enumerated() {
        for text in texts {
          let verdict = await subject.verdict(on: text, ofType: origin, by: verifier)
          #expect(verdict != .trusted, "\(text)")
        }
      }
      for (origin, text) in subject.genuine.enumerated() {
        let verdict = await subject.verdict(on: text, ofType: origin, by: verifier)
        #expect(verdict == .trusted)
      }
    }
  }
}

/// A store's genuine data, what is made from it, and the device that reads it.
private struct Subject {
  enum Verdict: Equatable {
    case trusted
    case unverified(SignatureError)
    case thrown(SignatureError)
  }

  /// A transaction, renewal info and a notification.
  let genuine: [String]
  /// What must be refused of each of them.
  let refused: [[String]]
  let maker: TokenMaker
  private let rootCertificate: Data

  init() throws {
    let fixture = try SignedDataFixture.read()
    genuine = [fixture.transaction, fixture.renewalInfo, fixture.notification]
    refused = [
      fixture.refusedTransactions, fixture.refusedRenewalInfo, fixture.refusedNotifications,
    ].map { texts in texts.keys.sorted().compactMap { texts[$0] } }
    maker = try TokenMaker(genuine, refused: refused, headerShare: 2)
    rootCertificate = fixture.rootCertificate
  }

  /// A new verifier of an app's server.
  var verifier: SignedDataVerifier {
    SignedDataVerifier(
      rootCertificate: rootCertificate, bundleID: "com.example.skdemo", device: nil)
  }

  /// Verifies a text as the type that it was made from, and sometimes as another one.
  func verdict(
    on input: TokenMaker.Input, by verifier: SignedDataVerifier, _ random: inout SeededGenerator
  ) async -> Verdict {
    let type = random.chance(of: 16) ? random.roll(genuine.count) : input.origin
    return await verdict(on: input.text, ofType: type, by: verifier)
  }

  func verdict(
    on text: String, ofType type: Int, by verifier: SignedDataVerifier
  ) async -> Verdict {
    switch type {
    case 0: await verdict(on: text, as: TransactionPayload.self, by: verifier)
    case 1: await verdict(on: text, as: RenewalInfoPayload.self, by: verifier)
    default: await verdict(on: text, as: NotificationPayload.self, by: verifier)
    }
  }

  private func verdict<Payload: SignedPayload>(
    on text: String, as type: Payload.Type, by verifier: SignedDataVerifier
  ) async -> Verdict {
    do throws(SignatureError) {
      switch try await verifier.verify(text, as: type) {
      case .verified: return .trusted
      case .unverified(_, let error): return .unverified(error)
      }
    } catch {
      return .thrown(error)
    }
  }

  /// Checks that nothing forged is trusted, and that an error is one of those documented.
  func check(_ verdict: Verdict, on text: String, _ seed: UInt64) {
    switch verdict {
    case .trusted:
      if !maker.isGenuine(text) { Issue.record("seed \(seed): trusted \(text)") }
    case .thrown(.oversized), .thrown(.malformed), .thrown(.payloadUnreadable): break
    case .thrown(let error): Issue.record("seed \(seed): threw \(error) for \(text)")
    case .unverified(let error):
      guard seed % 16 == 0 else { return }
      let isVisible = error.description.utf8.allSatisfy { 0x20...0x7E ~= $0 }
      if !isVisible { Issue.record("seed \(seed): \(error) for \(text)") }
    }
  }
}
