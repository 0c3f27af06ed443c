import Dispatch
import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// How many passwords can wait to be hashed.
@Suite(.hangLimit) struct PasswordQueueTests {
  private typealias Outcome = Result<String, StoreError>

  @Test func `thirty-two passwords wait, the next is refused at once, and the first ones go on`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let gate = DispatchSemaphore(value: 0)
    let store = try await fixture.another(keyDerivation: .waiting(at: gate))
    let (outcomes, continuation) = AsyncStream<Outcome>.makeStream()

    for number in 1...33 {
      Task { continuation.yield(await Self.signUp("customer-\(number)", at: store)) }
    }
    var ended = outcomes.makeLimitedIterator()
    let first = await ended.next()
    for _ in 1...100 { gate.signal() }
    var others: [Outcome?] = []
    for _ in 1...32 { others.append(await ended.next()) }

    #expect(first == .failure(.tooManyAttempts(retryAfter: 10)))
    #expect(others.allSatisfy { (try? $0?.get()) != nil })
    #expect(try await Self.signUp("customer-34", at: store).get() == "customer-34")
  }

  private static func signUp(_ name: String, at store: StoreEngine) async -> Outcome {
    do {
      let credentials = Credentials(account: name, password: "correct horse")
      return .success(try await store.signUp(credentials).value.account.name)
    } catch {
      return .failure(error)
    }
  }
}

extension KeyDerivation {
  /// A derivation that takes a permit before each key.
  fileprivate static func waiting(at gate: DispatchSemaphore) -> KeyDerivation {
    KeyDerivation { password, salt, cost in
      gate.wait()
      return try scrypt.key(password, salt, cost)
    }
  }
}
