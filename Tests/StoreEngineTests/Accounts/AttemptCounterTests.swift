import Foundation
import NetworkAddresses
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

/// How long clients have to wait between attempts.
@Suite struct AttemptCounterTests {
  private var limiter = SignInRateLimiter(.standard)
  private let alice = AccountName("alice")

  @Test
  mutating func `after the fifth wrong password the next waits a second, then two, then four`()
    throws
  {
    let waits = try (0..<5).map { _ in try limiter.wrongPassword(for: alice, at: .fixture) }
    #expect(waits == [0, 0, 0, 0, 1])

    #expect(try limiter.wrongPassword(for: alice, at: .fixture + 1) == 2)
    #expect(try limiter.wrongPassword(for: alice, at: .fixture + 3) == 4)
  }

  @Test mutating func `an attempt that comes too early is refused and does not count`() throws {
    for _ in 0..<5 { try limiter.wrongPassword(for: alice, at: .fixture) }

    for _ in 0..<100 {
      #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
        try limiter.signIn(to: alice, from: nil, at: .fixture + 0.2)
      }
    }
    #expect(try limiter.wrongPassword(for: alice, at: .fixture + 1) == 2)
  }

  @Test mutating func `an account never waits longer than a minute`() throws {
    var now = Date.fixture
    var waits: [TimeInterval] = []
    for _ in 0..<40 {
      waits.append(try limiter.wrongPassword(for: alice, at: now))
      now += waits[waits.count - 1]
    }
    #expect(waits.max() == 60)
    #expect(waits.last == 60)
  }

  @Test mutating func `an address waits up to a quarter of an hour, whatever accounts it tries`()
    throws
  {
    let address = NetworkAddress("192.0.2.7")
    var now = Date.fixture
    var waits: [TimeInterval] = []
    for number in 0..<40 {
      let name = AccountName("customer\(number)")
      waits.append(try limiter.wrongPassword(for: name, from: address, at: now))
      now += waits[waits.count - 1]
    }
    #expect(waits.prefix(6) == [0, 0, 0, 0, 1, 2])
    #expect(waits.last == 900)
  }

  @Test mutating func `a right password resets the attempts of its client`() throws {
    for _ in 0..<4 { try limiter.wrongPassword(for: alice, at: .fixture) }
    try limiter.signIn(to: alice, from: nil, at: .fixture)
    limiter.signedIn(to: alice, from: nil, at: .fixture)

    let waits = try (0..<5).map { _ in try limiter.wrongPassword(for: alice, at: .fixture) }
    #expect(waits == [0, 0, 0, 0, 1])
  }

  @Test mutating func `a sign-in to one's own account gains no attempts at others`() throws {
    let address = NetworkAddress("192.0.2.7")
    let mallory = AccountName("mallory")
    for number in 0..<4 {
      try limiter.wrongPassword(for: AccountName("victim\(number)"), from: address, at: .fixture)
      try limiter.signIn(to: mallory, from: address, at: .fixture)
      limiter.signedIn(to: mallory, from: address, at: .fixture)
    }

    #expect(try limiter.wrongPassword(for: alice, from: address, at: .fixture) == 1)
  }

  @Test mutating func `right passwords do not delay an address`() throws {
    let address = NetworkAddress("192.0.2.7")
    for number in 0..<100 {
      let name = AccountName("customer\(number)")
      try limiter.signIn(to: name, from: address, at: .fixture)
      limiter.signedIn(to: name, from: address, at: .fixture)
    }
  }

  @Test mutating func `attempts are forgotten one by one while there are no others`() throws {
    for _ in 0..<5 { try limiter.wrongPassword(for: alice, at: .fixture) }

    let later = Date.fixture + 3 * 60
    let waits = try (0..<3).map { _ in try limiter.wrongPassword(for: alice, at: later) }
    #expect(waits == [0, 0, 1])
  }

  @Test mutating func `of a thousand attempts at once five are allowed`() {
    let allowed = (0..<1000).filter { _ in
      (try? limiter.wrongPassword(for: alice, at: .fixture)) != nil
    }
    #expect(allowed.count == 5)
  }

  @Test(arguments: ["nobody", "", "..", "not a name", String(repeating: "x", count: 10_000)])
  mutating func `a name that no account has waits as long as any other`(name: String) throws {
    let name = AccountName(name)
    let waits = try (0..<5).map { _ in try limiter.wrongPassword(for: name, at: .fixture) }
    #expect(waits == [0, 0, 0, 0, 1])
  }

  @Test mutating func `attempts at one account do not delay another`() throws {
    for _ in 0..<5 { try limiter.wrongPassword(for: alice, at: .fixture) }

    #expect(try limiter.wrongPassword(for: AccountName("bob"), at: .fixture) == 0)
  }

  @Test mutating func `sign-ups are limited by address, even if they succeed`() throws {
    let address = NetworkAddress("192.0.2.7")
    for _ in 0..<5 { try limiter.signUp(from: address, at: .fixture) }

    #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try limiter.signUp(from: address, at: .fixture)
    }
    try limiter.signUp(from: NetworkAddress("192.0.2.8"), at: .fixture)
    try limiter.signUp(from: address, at: .fixture + 1)
    try limiter.signIn(to: alice, from: address, at: .fixture)
  }

  @Test mutating func `in the store's own process sign-ups are not limited`() throws {
    for _ in 0..<100 { try limiter.signUp(from: nil, at: .fixture) }
  }

  @Test mutating func `no delay becomes longer if the clock is set back`() throws {
    for _ in 0..<5 { try limiter.wrongPassword(for: alice, at: .fixture) }
    let yesterday = Date.fixture - 86_400

    #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try limiter.signIn(to: alice, from: nil, at: yesterday)
    }
    #expect(try limiter.wrongPassword(for: alice, at: .fixture + 1) == 2)
  }

  @Test func `of many names those without attempts for the longest time are dropped`() {
    var attempts = AttemptCounter(
      AttemptLimit(free: 1, firstDelay: 60, longestDelay: 60), capacity: 10)
    for number in 0..<25 { attempts.count("name\(number)", at: .fixture) }

    let kept = (0..<25).filter { attempts.delay(for: "name\($0)", at: .fixture) > 0 }
    #expect(kept == Array(10..<25))
  }
}

@Suite struct NetworkAddressTests {
  @Test(arguments: [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("fe80::1%eth0", "fe80::2"), ("2001:DB8::1", "2001:0db8:0:0::1"),
  ])
  func `these texts are the same address`(one: String, other: String) {
    #expect(NetworkAddress(one) == NetworkAddress(other))
  }

  @Test(arguments: [
    ("2001:db8:1:2::1", "2001:db8:1:3::1"), ("192.0.2.1", "192.0.2.2"),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.2"), ("", "192.0.2.1"), ("::1", "::ffff:0.0.0.1"),
  ])
  func `these texts are different addresses`(one: String, other: String) {
    #expect(NetworkAddress(one) != NetworkAddress(other))
  }
}

extension SignInRateLimiter {
  /// Tries a wrong password.
  ///
  /// - Returns: How many seconds the next attempt has to wait.
  @discardableResult
  fileprivate mutating func wrongPassword(
    for account: AccountName, from address: NetworkAddress? = nil, at now: Date
  ) throws -> TimeInterval {
    try signIn(to: account, from: address, at: now)
    var next = self
    do {
      try next.signIn(to: account, from: address, at: now)
      return 0
    } catch StoreError.tooManyAttempts(let seconds) {
      return TimeInterval(seconds)
    }
  }
}
