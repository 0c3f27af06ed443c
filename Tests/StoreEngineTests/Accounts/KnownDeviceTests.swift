import Dispatch
import Foundation
import NetworkAddresses
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// Sign-ins of clients that show a token of the account, while others try many passwords.
@Suite(.hangLimit) struct KnownDeviceTests {
  private let alice = AccountName("alice")
  private let home = NetworkAddress("192.0.2.7")
  private let phone = TokenHolder.device(1)
  private let bob = Credentials(account: "bob", password: "correct horse")

  @Test func `neither guesses of the account nor of its address delay a device`() throws {
    var limiter = SignInRateLimiter(.standard)
    for _ in 0..<5 { try limiter.signIn(to: alice, from: home, at: .fixture) }

    #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try limiter.signIn(to: alice, from: home, at: .fixture)
    }
    #expect(try limiter.signIn(to: alice, from: home, by: phone, at: .fixture) == phone)
  }

  @Test func `a device waits after its own wrong passwords, and no other client does`() throws {
    var limiter = SignInRateLimiter(.standard)
    for _ in 0..<5 { try limiter.signIn(to: alice, from: home, by: phone, at: .fixture) }

    #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try limiter.signIn(to: alice, from: home, by: phone, at: .fixture)
    }
    try limiter.signIn(to: alice, from: home, by: .device(2), at: .fixture)
    try limiter.signIn(to: alice, from: home, at: .fixture)

    try limiter.signIn(to: alice, from: home, by: phone, at: .fixture + 1)
    limiter.signedIn(to: alice, from: home, by: phone, at: .fixture + 1)
    try limiter.signIn(to: alice, from: home, by: phone, at: .fixture + 1)
  }

  @Test func `fifty attempts of an account's devices count apart, the next like a stranger's`()
    throws
  {
    var limiter = SignInRateLimiter(.standard)
    for number in 1...50 {
      let device = TokenHolder.device(Int64(number))
      #expect(try limiter.signIn(to: alice, from: home, by: device, at: .fixture) == device)
    }

    for number in 51...55 {
      let device = TokenHolder.device(Int64(number))
      #expect(try limiter.signIn(to: alice, from: home, by: device, at: .fixture) == nil)
    }
    #expect(throws: StoreError.tooManyAttempts(retryAfter: 1)) {
      try limiter.signIn(to: alice, from: home, by: .device(56), at: .fixture)
    }
  }

  @Test func `an attempt that could not be checked does not count for its device`() throws {
    var limiter = SignInRateLimiter(.standard)
    for _ in 0..<100 {
      try limiter.signIn(to: alice, from: home, by: phone, at: .fixture)
      limiter.forgetSignIn(to: alice, from: home, by: phone, at: .fixture)
    }
  }

  @Test func `only a valid token of the account itself saves a client from waiting`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = fixture.engine
    let mine = try await engine.signUp(bob).value
    let watch = try await engine.registerDevice("watch", signIn: mine.token).value
    let removed = try await engine.registerDevice("tablet", signIn: mine.token).value
    _ = try await engine.removeDevice("tablet", signIn: mine.token)
    let ended = try await engine.signIn(bob).value
    _ = try await engine.signOut(signIn: ended.token)
    let (_, other) = try await fixture.device("phone")
    for _ in 0..<5 { _ = try? await engine.signIn(Credentials(account: "bob", password: "wrong")) }

    let worthless = ["", "garbage", removed.token, ended.token, other.token, fixture.signIn.token]
    for token in [nil] + worthless {
      await #expect {
        try await engine.signIn(bob, token: token)
      } throws: { ($0 as? StoreError)?.code == .tooManyAttempts }
    }
    _ = try await engine.signIn(bob, token: watch.token)
    for _ in 0..<5 { _ = try? await engine.signIn(Credentials(account: "bob", password: "wrong")) }
    _ = try await engine.signIn(bob, token: mine.token)
  }

  @Test func `a device does not wait until the passwords of others are hashed`() async throws {
    let fixture = try await StoreFixture.make()
    let signIn = try await fixture.engine.signUp(bob).value
    let gate = DispatchSemaphore(value: 0)
    let store = try await fixture.another(keyDerivation: .waiting(at: gate, for: "guess one"))
    let (ended, continuation) = AsyncStream<Void>.makeStream()
    for number in 0..<33 {
      Task {
        _ = try? await store.signIn(Credentials(account: "name-\(number)", password: "guess one"))
        continuation.yield()
      }
    }
    // The queue of unknown clients is full when it refuses one.
    var refused = ended.makeLimitedIterator()
    await refused.next()

    await #expect(throws: StoreError.tooManyAttempts(retryAfter: 10)) {
      try await store.signIn(bob)
    }
    _ = try await store.signIn(bob, token: signIn.token)
    _ = try await store.perform(
      .setPassword(
        credentials: Credentials(account: "bob", password: "battery staple"),
        signsOutDevices: false)
    ) { _ in }
    for _ in 0..<99 { gate.signal() }
  }

  @Test func `a device does not wait until all passwords of another account's devices are hashed`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let signIn = try await fixture.engine.signUp(bob).value
    let ann = Credentials(account: "ann", password: "guess one")
    let other = try await fixture.engine.signUp(ann).value
    var limits = SignInLimits.standard
    limits.holder.free = 99
    let gate = DispatchSemaphore(value: 0)
    let store = try await fixture.another(
      keyDerivation: .waiting(at: gate, for: "guess one"),
      limits: limits)
    let (ended, continuation) = AsyncStream<Void>.makeStream()
    for _ in 0..<35 {
      Task {
        _ = try? await store.signIn(ann, token: other.token)
        continuation.yield()
      }
    }
    // One is hashed, four wait, and the others are refused.
    var refused = ended.makeLimitedIterator()
    for _ in 0..<30 { await refused.next() }

    // Bob's turn comes, whatever waits there.
    async let own = store.signIn(bob, token: signIn.token)
    for _ in 0..<99 { gate.signal() }
    _ = try await own
  }
}

extension KeyDerivation {
  /// A derivation that takes a permit before each key of one password.
  fileprivate static func waiting(at gate: DispatchSemaphore, for guess: String) -> KeyDerivation {
    KeyDerivation { password, salt, cost in
      if password == Data(guess.utf8) { gate.wait() }
      return try scrypt.key(password, salt, cost)
    }
  }
}
