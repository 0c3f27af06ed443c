import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// The rate limits of sign-ins and sign-ups, through the engine.
@Suite(.hangLimit) struct SignInRateLimiterTests {
  private let fixture: StoreFixture

  init() async throws { fixture = try await StoreFixture.make() }

  private let bob = Credentials(account: "bob", password: "correct horse")
  private let wrong = Credentials(account: "bob", password: "battery staple")

  @Test func `after five wrong passwords even the right one waits, and then succeeds`()
    async throws
  {
    let wall = ManualClock(.fixture)
    let engine = try await fixture.another { wall.now }
    _ = try await engine.signUp(bob)
    for _ in 0..<5 {
      await #expect(throws: StoreError.signInRefused) { try await engine.signIn(wrong) }
    }

    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try await engine.signIn(bob)
    }
    wall.advance(by: 1)
    _ = try await engine.signIn(bob)
    await #expect(throws: StoreError.signInRefused) { try await engine.signIn(wrong) }
  }

  @Test func `moving the store's clock does not shorten a delay`() async throws {
    for _ in 0..<5 { _ = try? await fixture.engine.signIn(wrong) }

    try await fixture.advance("P1Y")

    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try await fixture.engine.signIn(wrong)
    }
  }

  @Test func `an address that tries many names waits, another does not`() async throws {
    let first = fixture.engine.accounts(from: "2001:db8::1")
    let sameNetwork = fixture.engine.accounts(from: "2001:db8::2")
    let otherNetwork = fixture.engine.accounts(from: "2001:db8:0:1::1")
    for name in ["anna", "ben", "cleo", "dora", "emil"] {
      await #expect(throws: StoreError.signInRefused) {
        try await first.signIn(Credentials(account: name, password: "correct horse"))
      }
    }

    for accounts in [first, sameNetwork] {
      await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
        try await accounts.signIn(bob)
      }
    }
    await #expect(throws: StoreError.signInRefused) { try await otherNetwork.signIn(bob) }
  }

  @Test func `unknown clients do not delay addresses that the password has come from`()
    async throws
  {
    let home = fixture.engine.accounts(from: "192.0.2.7")
    let office = fixture.engine.accounts(from: "192.0.2.8")
    _ = try await home.signUp(bob)
    _ = try await office.signIn(bob)
    for number in 0..<5 {
      await #expect(throws: StoreError.signInRefused) {
        try await fixture.engine.accounts(from: "10.0.0.\(number)").signIn(wrong)
      }
    }

    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try await fixture.engine.accounts(from: "10.0.1.1").signIn(wrong)
    }
    for place in [home, office] { _ = try await place.signIn(bob) }
  }

  @Test func `sign-ups that fail because the name is taken count too`() async throws {
    let accounts = fixture.engine.accounts(from: "192.0.2.7")
    for _ in 0..<5 {
      await #expect(throws: StoreError.accountExists(name: "alice")) {
        try await accounts.signUp(Credentials(account: "alice", password: "correct horse"))
      }
    }

    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try await accounts.signUp(Credentials(account: "alice", password: "correct horse"))
    }
  }
}
