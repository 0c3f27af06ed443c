import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

/// Plans of several customers that are due at the same dates, more than one transaction settles.
@Suite(.hangLimit) struct SharedDueDateTests {
  private static let end = Date.fixture.addingTimeInterval(200 * 86_400)

  @Test func `an advance counts what was due at its beginning`() async throws {
    let fixture = try await StoreFixture.withTwoPlans()
    let stopped = try await fixture.stopAtFirstOfTwo()

    let answer = try await fixture.engine.perform(.advance(move: .by(.zero)))

    #expect(stopped.events == 1)
    #expect(
      answer.value.clockAdvance
        == ClockAdvance(from: stopped.reached, to: stopped.reached, events: 1))
    #expect(try await fixture.engine.transactions(account: nil).value.count == 4)
  }

  @Test func `a request waits for what is due until its own time, not for the whole advance`()
    async throws
  {
    let fixture = try await StoreFixture.withTwoPlans()
    let other = Mutex<StoreEngine?>(nil)
    let request = Mutex<Task<StoreTime, any Error>?>(nil)
    let pauses = CallCounter()
    let answer = Mutex<StoreTime?>(nil)
    let (checked, hasChecked) = AsyncStream.makeStream(of: Void.self)
    let engine = try await fixture.another(
      sleep: { _ in
        let pause = pauses.add()
        if let engine = other.withLock({ $0.take() }) {
          let task = Task {
            hasChecked.yield()
            return try await engine.clock()
          }
          request.withLock { $0 = task }
          try await limited("the other request") { for await _ in checked.prefix(1) {} }
          for _ in 0..<100 { await Task.yield() }
        }
        // What was left of the request's date has been settled long before this pause, which does not
        // end before the request is answered.
        if pause == 4, let time = try await request.withLock({ $0 })?.value {
          answer.withLock { $0 = time }
        }
      }, over: { LimitedLedgerStore(ledgers: $0, limit: 1) })
    other.withLock { $0 = engine }

    _ = try await engine.perform(.advance(move: .to(Self.end)))

    #expect(try #require(answer.withLock { $0?.now }) < Self.end)
    #expect(pauses.count > 4)
  }
}

extension StoreFixture {
  /// A store in which two customers have a plan that is due at the same dates.
  fileprivate static func withTwoPlans() async throws -> StoreFixture {
    let fixture = try await make()
    for account in ["alice", "bob"] {
      let signIn = try await fixture.engine.signIn(local: account).value
      let phone = try await fixture.engine.registerDevice("phone", signIn: signIn.token).value
      try await fixture.backend(of: phone).buy("subscription.standard")
    }
    return fixture
  }

  /// Advances until the first of the two plans is renewed; the other is due at the same date.
  fileprivate func stopAtFirstOfTwo() async throws -> OperatorProgress {
    let engine = try await another(over: { LimitedLedgerStore(ledgers: $0, limit: 1) })
    let last = Mutex<OperatorProgress?>(nil)
    let advance = Task {
      try await engine.perform(
        .advance(move: .to(.fixture.addingTimeInterval(200 * 86_400)))
      ) { progress in
        last.withLock { $0 = progress }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    _ = await advance.result
    return try #require(last.withLock { $0 })
  }
}
