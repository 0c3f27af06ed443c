import AppStorePayloads
import AppStoreServerAPI
import Crypto
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreEngine

/// The keys of an app's server, from their creation to their revocation.
@Suite(.hangLimit) struct APIKeyTests {
  @Test func `a token that a new key signed identifies its server`() async throws {
    let fixture = try await StoreFixture.make()
    let key = try await NewAPIKey.make(fixture.engine)

    let caller = try await fixture.engine.caller(presenting: key.token())

    #expect(caller == APICaller(keyID: key.id, bundleID: "com.example.skdemo"))
  }

  @Test func `a token that skdemo itself has signed is accepted`() async throws {
    let fixture = try await StoreFixture.make()
    let key = try await NewAPIKey.make(fixture.engine)
    let signer = try APISigningKey(
      keyID: key.id, pem: key.privateKey, issuerID: key.issuerID, bundleID: "com.example.other")

    let caller = try await fixture.engine.caller(presenting: signer.token(at: .fixture))

    #expect(caller == APICaller(keyID: key.id, bundleID: "com.example.other"))
  }

  @Test func `a key has ten characters, and its private half is a p8 file`() async throws {
    let fixture = try await StoreFixture.make()

    let key = try await NewAPIKey.make(fixture.engine)

    #expect(key.id.wholeMatch(of: #/[A-HJ-NP-Z2-9]{10}/#) != nil)
    #expect(key.privateKey.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let kept = try #require(try await fixture.engine.ledgers.apiKey(key.id))
    #expect(kept.verifier?.rawRepresentation == key.signer.publicKey.rawRepresentation)
  }

  @Test func `a token of another store is refused`() async throws {
    let store = try await StoreFixture.make()
    let other = try await StoreFixture.make()
    let key = try await NewAPIKey.make(other.engine)

    let error = await #expect(throws: InvalidTokenError.self) {
      try await store.engine.caller(presenting: key.token())
    }
    #expect(error?.reason.hasPrefix("the store has no API key '\(key.id)'") == true)
    #expect(error?.apiError == nil)
  }

  @Test func `tokens of a revoked key are refused, even if it is revoked twice`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = fixture.engine
    let (key, other) = (try await NewAPIKey.make(engine), try await NewAPIKey.make(engine))
    let token = try key.token()
    _ = try await engine.caller(presenting: token)

    let revoked = try await engine.perform(.revokeAPIKey(keyID: key.id)).value
    try await fixture.advance("P1D")
    let again = try await engine.perform(.revokeAPIKey(keyID: key.id)).value

    #expect(
      revoked
        == .apiKeyRevoked(
          key: OperatorAPIKey(id: key.id, date: .fixture, revocationDate: .fixture)))
    #expect(again == revoked)
    await #expect(throws: InvalidTokenError("the API key '\(key.id)' was revoked")) {
      try await engine.caller(presenting: token)
    }
    #expect(try await engine.caller(presenting: other.token()).keyID == other.id)
  }

  @Test(arguments: ["ABCDE23456", "", "A\0", String(repeating: "A", count: 1000)])
  func `a key that the store does not have cannot be revoked`(id: String) async throws {
    let fixture = try await StoreFixture.make()

    await #expect(throws: StoreError.unknownAPIKey(name: id)) {
      try await fixture.engine.perform(.revokeAPIKey(keyID: id))
    }
  }

  @Test func `the list has the newest key first and includes revoked keys`() async throws {
    let fixture = try await StoreFixture.make()
    let first = try await NewAPIKey.make(fixture.engine)
    try await fixture.advance("P1D")
    let second = try await NewAPIKey.make(fixture.engine)
    _ = try await fixture.engine.perform(.revokeAPIKey(keyID: first.id))

    let listed = try await fixture.engine.perform(.apiKeys).value

    let now = Date.fixture + 86_400
    #expect(
      listed
        == .apiKeys(
          list: [
            OperatorAPIKey(id: second.id, date: now),
            OperatorAPIKey(id: first.id, date: .fixture, revocationDate: now),
          ], issuerID: first.issuerID, bundleID: "com.example.skdemo"))
  }

  @Test func `keys and the issuer ID survive a reset, a restart and a restored backup`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let key = try await NewAPIKey.make(fixture.engine)
    #expect(UUID(uuidString: key.issuerID)?.uuidString.lowercased() == key.issuerID)

    _ = try await fixture.engine.perform(.reset)
    let restored = try await fixture.restored(from: fixture.backUp())

    for engine in [fixture.engine, try await fixture.another(), restored.engine] {
      #expect(engine.issuerID.description == key.issuerID)
      #expect(try await engine.caller(presenting: key.token()).keyID == key.id)
    }
  }

  @Test func `two stores have different issuer IDs`() async throws {
    let (one, other) = (try await StoreFixture.make(), try await StoreFixture.make())

    #expect(one.engine.issuerID != other.engine.issuerID)
  }

  @Test func `a token expires on the machine's clock, wherever the store's clock is`() async throws
  {
    let fixture = try await StoreFixture.make()
    let token = try await NewAPIKey.make(fixture.engine).token()

    try await fixture.advance("P1Y")
    #expect(try await fixture.engine.caller(presenting: token).bundleID == "com.example.skdemo")

    let later = try await fixture.another(wallClock: { .fixture + 1201 })
    await #expect(throws: InvalidTokenError("it expired 1 s ago: make a new one")) {
      try await later.caller(presenting: token)
    }
  }

  @Test func `a token that was accepted is accepted again, until it expires`() async throws {
    let fixture = try await StoreFixture.make()
    let wall = Mutex(Date.fixture)
    let engine = try await fixture.another(wallClock: { wall.withLock { $0 } })
    let token = try await NewAPIKey.make(engine).token()
    _ = try await engine.caller(presenting: token)

    wall.withLock { $0 += 1199 }
    _ = try await engine.caller(presenting: token)

    wall.withLock { $0 += 2 }
    await #expect(throws: InvalidTokenError("it expired 1 s ago: make a new one")) {
      try await engine.caller(presenting: token)
    }
  }

  @Test func `a forged token is refused each time, even after the right one was accepted`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let key = try await NewAPIKey.make(fixture.engine)
    var forger = key
    forger.signer = P256.Signing.PrivateKey()
    _ = try await fixture.engine.caller(presenting: key.token())
    let forged = try forger.token()

    for _ in 1...2 {
      await #expect(throws: InvalidTokenError("it was not signed with the API key '\(key.id)'")) {
        try await fixture.engine.caller(presenting: forged)
      }
    }
  }

  @Test func `the cache of accepted tokens is bounded, and knows a token only with its key`() {
    let tokens = VerifiedTokens()
    let entries = (0..<200).map { VerifiedTokens.Entry(token: "\($0)", publicKey: Data([1])) }
    for entry in entries { tokens.insert(entry) }
    tokens.insert(.init(token: String(repeating: "A", count: 2049), publicKey: Data([1])))

    #expect(entries.filter(tokens.contains).count <= 128)
    #expect(tokens.contains(entries[199]))
    #expect(!tokens.contains(.init(token: "199", publicKey: Data([2]))))
    #expect(
      !tokens.contains(.init(token: String(repeating: "A", count: 2049), publicKey: Data([1]))))
  }

  @Test func `a store that cannot read its keys says so, and does not refuse the token`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let token = try await NewAPIKey.make(fixture.engine).token()
    let engine = try await fixture.another(over: UnreadableKeys.init)

    let error = await #expect(throws: InvalidTokenError.self) {
      try await engine.caller(presenting: token)
    }
    #expect(error?.apiError == .generalInternalRetryable)
  }
}

/// A key that the operator has just made, with its private half.
private struct NewAPIKey {
  var id: String
  var issuerID: String
  var privateKey: String
  var signer: P256.Signing.PrivateKey

  static func make(_ store: any StoreOperator) async throws -> NewAPIKey {
    guard
      case .apiKey(let id, let issuerID, let pem) = try await store.perform(.createAPIKey).value
    else { throw FixtureError(text: "no API key") }
    return NewAPIKey(
      id: id, issuerID: issuerID, privateKey: pem,
      signer: try P256.Signing.PrivateKey(pemRepresentation: pem))
  }

  /// A token of the documentation, which is valid for 20 minutes.
  func token() throws -> String {
    try APITokenDraft.edited {
      $0.header = [("alg", #""ES256""#), ("kid", "\"\(id)\""), ("typ", #""JWT""#)]
      $0.claims.removeAll { $0.name == "iss" }
      $0.claims.append(("iss", "\"\(issuerID)\""))
      $0.key = signer
    }.token()
  }
}

/// Storage whose keys cannot be read.
private struct UnreadableKeys: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore

  func apiKey(_ id: String) async throws(StoreError) -> APIKey? {
    throw .unavailable(reason: "the disk is full")
  }
}
