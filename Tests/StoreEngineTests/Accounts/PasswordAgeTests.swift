import Foundation
import StoreAPI
import StoreEngine
import Synchronization
import TestSupport
import Testing

/// Passwords that were set when guesses were cheaper; work is counted, not timed.
@Suite struct PasswordAgeTests {
  private static let today = ScryptParameters(rounds: 4, blockSize: 2)
  private let work = CountedWork()
  private let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture.make()
  }

  @Test func `whatever name is tried, the same work is done`() async throws {
    let store = try await storeThatRaisedItsCost()
    _ = try await store.signUp(.of("new"))

    for name in ["old", "older", "new", "nobody", "alice", "no name\0"] {
      for password in ["battery staple", "short"] {
        _ = work.take()
        await #expect(throws: StoreFault.signInRefused) {
          try await store.signIn(Credentials(account: name, password: password))
        }
        #expect(work.take() == [.trifling, Self.today], "\(name), \(password)")
      }
    }
  }

  @Test func `a right password is kept at today's cost from then on`() async throws {
    let store = try await storeThatRaisedItsCost()

    for name in ["old", "older"] { _ = try await store.signIn(.of(name)) }

    _ = work.take()
    for name in ["old", "older"] { _ = try await store.signIn(.of(name)) }
    await #expect(throws: StoreFault.signInRefused) {
      try await store.signIn(Credentials(account: "old", password: "battery staple"))
    }
    #expect(work.take() == Array(repeating: Self.today, count: 3))
  }

  @Test func `a wrong password renews nothing`() async throws {
    let store = try await storeThatRaisedItsCost()

    for password in ["battery staple", "correct horsf"] {
      _ = try? await store.signIn(Credentials(account: "old", password: password))
    }

    _ = try await store.signIn(.of("old"))
    #expect(work.take().count == 7, "two costs each time, and one new hash")
  }

  @Test func `a store with a lower cost makes no password cheaper`() async throws {
    let dear = try await fixture.another(scryptParameters: Self.today)
    _ = try await dear.signUp(.of("new"))
    let cheap = try await fixture.another(keyDerivation: work.derivation)

    for _ in 0..<2 { _ = try await cheap.signIn(.of("new")) }

    #expect(work.take() == [.trifling, Self.today, .trifling, Self.today])
  }

  @Test func `of two that sign in at once, both are let in and one hash is kept`() async throws {
    let store = try await storeThatRaisedItsCost()

    try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = try await store.signIn(.of("old")) } }
      try await group.waitForAll()
    }

    _ = try await store.signIn(.of("old"))
  }

  /// A store with accounts of the days when guesses were cheaper.
  private func storeThatRaisedItsCost() async throws -> StoreEngine {
    for name in ["old", "older"] { _ = try await fixture.engine.signUp(.of(name)) }
    return try await fixture.another(scryptParameters: Self.today, keyDerivation: work.derivation)
  }
}

/// Keys that are really worked out, and at which costs.
private final class CountedWork: Sendable {
  private let costs = Mutex<[ScryptParameters]>([])

  var derivation: KeyDerivation {
    KeyDerivation { password, salt, cost in
      self.costs.withLock { $0.append(cost) }
      return try KeyDerivation.scrypt.key(password, salt, cost)
    }
  }

  /// What was worked out since it was asked last.
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
