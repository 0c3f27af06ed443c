import Foundation
import StoreAPI
import StoreEngine
import Synchronization
import TestSupport
import Testing

/// Passwords that were hashed at a lower cost; hashes are counted, not timed.
@Suite(.hangLimit) struct PasswordAgeTests {
  private static let today = ScryptParameters(rounds: 4, blockSize: 2)
  private let hashes = HashCounter()
  private let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture.make()
  }

  @Test func `every refused sign-in takes the same work`() async throws {
    let store = try await storeThatRaisedItsCost()
    _ = try await store.signUp(.of("new"))

    for name in ["old", "older", "new", "nobody", "alice", "no name\0"] {
      for password in ["battery staple", "short"] {
        _ = hashes.take()
        await #expect(throws: StoreError.signInRefused) {
          try await store.signIn(Credentials(account: name, password: password))
        }
        #expect(hashes.take() == [.trifling, Self.today], "\(name), \(password)")
      }
    }
  }

  @Test func `a right password is hashed again at today's cost`() async throws {
    let store = try await storeThatRaisedItsCost()

    for name in ["old", "older"] { _ = try await store.signIn(.of(name)) }

    _ = hashes.take()
    for name in ["old", "older"] { _ = try await store.signIn(.of(name)) }
    await #expect(throws: StoreError.signInRefused) {
      try await store.signIn(Credentials(account: "old", password: "battery staple"))
    }
    #expect(hashes.take() == Array(repeating: Self.today, count: 3))
  }

  @Test func `a wrong password changes no hash`() async throws {
    let store = try await storeThatRaisedItsCost()

    for password in ["battery staple", "correct horsf"] {
      _ = try? await store.signIn(Credentials(account: "old", password: password))
    }

    _ = try await store.signIn(.of("old"))
    #expect(hashes.take().count == 7, "two hashes for each check, and one new hash")
  }

  @Test func `a store with a lower cost keeps hashes of a higher cost`() async throws {
    let costly = try await fixture.another(scryptParameters: Self.today)
    _ = try await costly.signUp(.of("new"))
    let cheap = try await fixture.another(keyDerivation: hashes.derivation)

    for _ in 0..<2 { _ = try await cheap.signIn(.of("new")) }

    #expect(hashes.take() == [.trifling, Self.today, .trifling, Self.today])
  }

  @Test func `clients that sign in at once with an old hash all succeed`() async throws {
    let store = try await storeThatRaisedItsCost()

    try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = try await store.signIn(.of("old")) } }
      try await group.waitForAll()
    }

    _ = try await store.signIn(.of("old"))
  }

  /// A store with accounts whose passwords were hashed at a lower cost.
  private func storeThatRaisedItsCost() async throws -> StoreEngine {
    for name in ["old", "older"] { _ = try await fixture.engine.signUp(.of(name)) }
    return try await fixture.another(scryptParameters: Self.today, keyDerivation: hashes.derivation)
  }
}

/// A key derivation that records the cost of each hash.
private final class HashCounter: Sendable {
  private let costs = Mutex<[ScryptParameters]>([])

  var derivation: KeyDerivation {
    KeyDerivation { password, salt, cost in
      self.costs.withLock { $0.append(cost) }
      return try KeyDerivation.scrypt.key(password, salt, cost)
    }
  }

  /// Returns the costs since the last call.
  func take() -> [ScryptParameters] {
    costs.withLock { costs in
      defer { costs = [] }
      return costs
    }
  }
}

extension Credentials {
  fileprivate static func of(_ account: String) -> Credentials {
    Credentials(account: account, password: "correct horse")
  }
}
