import Foundation
import NetworkAddresses
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// Sign-ins of a known client while unknown clients try many passwords.
@Suite struct KnownClientTests {
  private var limiter = SignInRateLimiter(.standard)
  private let alice = AccountName("alice")
  private let home = NetworkAddress("192.0.2.7")

  @Test
  mutating func `attempts from a thousand addresses do not delay a known client`() throws {
    try limiter.rightPassword(for: alice, from: home, at: .fixture)
    var now = Date.fixture
    for number in 0..<1_000 {
      now = limiter.guess(for: alice, number: number, from: now)
    }

    #expect(throws: StoreError.tooManyAttempts(retryAfter: 60)) {
      try limiter.signIn(to: alice, from: NetworkAddress("198.51.100.1"), at: now)
    }
    try limiter.rightPassword(for: alice, from: home, at: now)
  }

  @Test mutating func `a known client waits after its own wrong passwords`() throws {
    try limiter.rightPassword(for: alice, from: home, at: .fixture)
    for _ in 0..<5 { try limiter.signIn(to: alice, from: home, at: .fixture) }

    #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try limiter.signIn(to: alice, from: home, at: .fixture)
    }
    #expect(throws: Never.self, "other clients do not wait") {
      try limiter.signIn(to: alice, from: NetworkAddress("192.0.2.8"), at: .fixture)
    }
  }

  @Test mutating func `a client that is known to one account is unknown to others`() throws {
    try limiter.rightPassword(for: AccountName("mallory"), from: home, at: .fixture)
    var now = Date.fixture
    for number in 0..<10 { now = limiter.guess(for: alice, number: number, from: now) }

    #expect {
      try limiter.signIn(to: alice, from: home, at: now)
    } throws: { ($0 as? StoreError)?.code == .tooManyAttempts }
  }

  @Test mutating func `the delay of unknown clients does not show that the customer signed in`()
    throws
  {
    let unknown = NetworkAddress("198.51.100.1")
    for _ in 0..<5 { try limiter.signIn(to: alice, from: nil, at: .fixture) }

    try limiter.rightPassword(for: alice, from: home, at: .fixture + 1)

    #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try limiter.signIn(to: alice, from: unknown, at: .fixture + 1)
    }
    try limiter.signIn(to: alice, from: unknown, at: .fixture + 2)
  }

  @Test mutating func `a password that could not be checked does not count`() throws {
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

  /// Tries a password from an address of its own, as soon as the limiter allows it.
  ///
  /// - Returns: The time of the attempt.
  fileprivate mutating func guess(for account: AccountName, number: Int, from now: Date) -> Date {
    let address = NetworkAddress("10.0.\(number / 256).\(number % 256)")
    var now = now
    while true {
      do {
        try signIn(to: account, from: address, at: now)
        return now
      } catch StoreError.tooManyAttempts(let seconds) {
        now += TimeInterval(seconds)
      } catch {
        return now
      }
    }
  }
}
