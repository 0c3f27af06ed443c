import AppStorePayloads
import AppStoreServerAPI
import Foundation
import TestSupport
import Testing

@testable import StoreEngine

/// Tokens in the requests of an app's server.
@Suite struct APITokenFuzzTests {
  @Test func `a token is accepted only if a key of the store signed exactly these bytes`()
    async throws
  {
    let (parameters, subject) = (FuzzParameters.environment, try Subject())
    var tally = FuzzTally()
    for seed in parameters.seeds {
      var random = SeededGenerator(seed: seed)
      let input = subject.maker.input(&random)
      let isLate = random.chance(of: 16)
      let isAccepted = subject.accepts(input, isLate: isLate, seed)
      if isAccepted { tally.accepted += 1 } else { tally.refused += 1 }
      // Other tests need the thread.
      if seed % 64 == 0 { await Task.yield() }
    }
    tally.report("tokens")
    if parameters.hasAllKinds {
      #expect(tally.accepted > 0)
      #expect(tally.refused > tally.accepted)
    }
  }

  @Test func `genuine tokens are accepted until they expire, and tokens with a mistake are not`()
    throws
  {
    let subject = try Subject()
    for _ in 1...2 {
      for text in subject.refused { #expect(!subject.accepts((text, 0), isLate: false, 0)) }
      for (origin, text) in subject.genuine.enumerated() {
        #expect(subject.accepts((text, origin), isLate: false, 0))
        #expect(!subject.accepts((text, origin), isLate: true, 0))
      }
    }
  }
}

/// A store with one key, and another that was revoked.
private struct Subject {
  private static let keyID = "ABCDE23456"
  private static let revokedKeyID = "REVOKED234"

  let genuine: [String]
  let refused: [String]
  let maker: TokenMaker
  /// The app of each genuine token.
  private let bundleIDs: [String]
  private let keys: [String: APIKey]
  private let issuer: LowercaseUUID
  private let verified = VerifiedTokens()

  init() throws {
    let fixture = try APITokenFixture.read()
    let names = fixture.accepted.keys.sorted()
    genuine = names.compactMap { fixture.accepted[$0] }
    bundleIDs = names.map { $0 == "another app" ? "com.example.other" : "com.example.skdemo" }
    let refused = fixture.refused.keys.sorted().compactMap { fixture.refused[$0] }
    self.refused = refused
    maker = try TokenMaker(
      genuine, refused: genuine.map { _ in refused }, headerShare: 24)
    keys = [
      Self.keyID: APIKey(id: Self.keyID, publicKey: fixture.publicKey, creationDate: .fixture),
      Self.revokedKeyID: APIKey(
        id: Self.revokedKeyID, publicKey: fixture.revokedPublicKey, creationDate: .fixture,
        revocationDate: .fixture),
    ]
    issuer = try #require(LowercaseUUID("99b16628-15e4-4668-972b-eeff55eeff55"))
  }

  /// Whether a text is accepted, which is checked, as is the reason why it is not.
  func accepts(_ input: TokenMaker.Input, isLate: Bool, _ seed: UInt64) -> Bool {
    do throws(InvalidTokenError) {
      let caller = try self.caller(presenting: input.text, at: Date.fixture + (isLate ? 4_000 : 0))
      check(caller, input, isLate: isLate, seed)
      return true
    } catch {
      check(error, input.text, seed)
      return false
    }
  }

  /// Checks a token as the store does, which remembers the tokens that it accepted.
  private func caller(
    presenting text: String, at wall: Date
  ) throws(InvalidTokenError) -> APICaller {
    let token = try APIToken(text)
    let key = keys[token.keyID]
    let entry = key.map { VerifiedTokens.Entry(token: text, publicKey: $0.publicKey) }
    let caller = try token.caller(
      signedBy: key, issuer: issuer, at: wall,
      isVerified: entry.map(verified.contains) ?? false)
    if let entry { verified.insert(entry) }
    return caller
  }

  private func check(
    _ caller: APICaller, _ input: TokenMaker.Input, isLate: Bool, _ seed: UInt64
  ) {
    let isExpected =
      maker.isGenuine(input.text) && !isLate && caller.keyID == Self.keyID
      && bundleIDs.contains(caller.bundleID)
    if !isExpected { Issue.record("seed \(seed): accepted \(input.text)") }
  }

  /// The reason is for the log: one line of ASCII.
  private func check(_ error: InvalidTokenError, _ text: String, _ seed: UInt64) {
    let isVisible = error.reason.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    let isExpected =
      isVisible && !error.reason.isEmpty && error.reason.utf8.count < 1_000
      && error.apiError == nil
    if !isExpected { Issue.record("seed \(seed): '\(error.reason)' for \(text)") }
  }
}
