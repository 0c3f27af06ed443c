import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// A door that many strangers throng, and a customer who wants to get in.
@Suite struct KnownClientTests {
  private var limiter = SignInRateLimiter(.standard)
  private let alice = AccountName("alice")
  private let home = NetworkAddress("192.0.2.7")

  @Test
  mutating func
    `unknownClients at a thousand addresses do not keep out who signed in from theirs before`()
    throws
  {
    try limiter.rightPassword(for: alice, from: home, at: .fixture)
    var now = Date.fixture
    for number in 0..<1_000 {
      now = limiter.strangerGuesses(for: alice, number: number, from: now)
    }

    #expect(throws: StoreFault.tooManyAttempts(retryAfter: 60)) {
      try limiter.signIn(to: alice, from: NetworkAddress("198.51.100.1"), at: now)
    }
    try limiter.rightPassword(for: alice, from: home, at: now)
  }

  @Test mutating func `whoever was let in before waits for their own wrong passwords`() throws {
    try limiter.rightPassword(for: alice, from: home, at: .fixture)
    for _ in 0..<5 { try limiter.signIn(to: alice, from: home, at: .fixture) }

    #expect(throws: StoreFault.tooManyAttempts(retryAfter: 1)) {
      try limiter.signIn(to: alice, from: home, at: .fixture)
    }
    #expect(throws: Never.self, "and nobody else does") {
      try limiter.signIn(to: alice, from: NetworkAddress("192.0.2.8"), at: .fixture)
    }
  }

  @Test mutating func `to be let in at one account opens no other`() throws {
    try limiter.rightPassword(for: AccountName("mallory"), from: home, at: .fixture)
    var now = Date.fixture
    for number in 0..<10 { now = limiter.strangerGuesses(for: alice, number: number, from: now) }

    #expect(throws: StoreFault.self) { try limiter.signIn(to: alice, from: home, at: now) }
  }

  @Test mutating func `unknown clients do not see by their waits that the customer came in`() throws
  {
    let stranger = NetworkAddress("198.51.100.1")
    for _ in 0..<5 { try limiter.signIn(to: alice, from: nil, at: .fixture) }

    try limiter.rightPassword(for: alice, from: home, at: .fixture + 1)

    #expect(throws: StoreFault.tooManyAttempts(retryAfter: 1)) {
      try limiter.signIn(to: alice, from: stranger, at: .fixture + 1)
    }
    try limiter.signIn(to: alice, from: stranger, at: .fixture + 2)
  }

  @Test mutating func `what could not be judged costs an acquaintance nothing`() throws {
    try limiter.rightPassword(for: alice, from: home, at: .fixture)
    for _ in 0..<20 {
      try limiter.signIn(to: alice, from: home, at: .fixture)
      limiter.forgetSignIn(to: alice, from: home, at: .fixture)
    }
  }
}

extension SignInRateLimiter {
  fileprivate mutating func rightPassword(
    for account: AccountName, from address: NetworkAddress, at now: Date
  ) throws {
    try signIn(to: account, from: address, at: now)
    signedIn(to: account, from: address, at: now)
  }

  /// A stranger at an address of their own tries as soon as they are heard.
  ///
  /// - Returns: When that was.
  fileprivate mutating func strangerGuesses(
    for account: AccountName, number: Int, from now: Date
  ) -> Date {
    let address = NetworkAddress("10.0.\(number / 256).\(number % 256)")
    var now = now
    while true {
      do {
        try signIn(to: account, from: address, at: now)
        return now
      } catch StoreFault.tooManyAttempts(let seconds) {
        now += TimeInterval(seconds)
      } catch {
        return now
      }
    }
  }
}
