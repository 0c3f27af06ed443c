import Foundation
import StoreAPI
import StoreHTTPClient
import StoreHTTPServer
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

/// A long advance of the clock, in this process and over HTTP.
@Suite(.hangLimit) struct AdvanceProgressTests {
  private static let end = Date.fixture.addingTimeInterval(12_000)

  @Test(arguments: Site.allCases)
  func `an advance reports how far it has come`(site: Site) async throws {
    let store = try await ContractStore.renewingEveryTwoSeconds(at: site)
    let heard = Mutex<[OperatorProgress]>([])

    let answer = try await store.operator.perform(.advance(move: .to(Self.end))) { progress in
      heard.withLock { $0.append(progress) }
    }

    let steps = heard.withLock { $0 }
    #expect(answer.value.clockAdvance == ClockAdvance(from: .fixture, to: Self.end, events: 6_000))
    #expect(answer.time.now == Self.end)
    // A slow reader may miss the first ones.
    #expect(steps.last?.events == 6_000)
    #expect(Set(steps.map(\.events)).isSubset(of: [2_500, 5_000, 6_000]))
    #expect(steps.map(\.events) == steps.map(\.events).sorted())
    for step in steps {
      #expect(step.from == .fixture && step.target == Self.end)
      #expect(step.reached == .fixture.addingTimeInterval(2 * TimeInterval(step.events)))
    }
  }

  @Test(arguments: Site.allCases)
  func `an advance that is cancelled stops, and another one goes on`(site: Site) async throws {
    let store = try await ContractStore.renewingEveryTwoSeconds(at: site)
    let advance = Mutex<Task<Answer<OperatorResult>, any Error>?>(nil)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)

    let task = Task {
      for await _ in begun {}
      return try await store.operator.perform(
        .advance(move: .to(.fixture.addingTimeInterval(200_000)))
      ) { _ in advance.withLock { $0?.cancel() } }
    }
    advance.withLock { $0 = task }
    begin.finish()
    await #expect {
      try await task.value
    } throws: { ($0 as? StoreError)?.code == .unavailable }
    let stopped = try await store.operator.perform(.advance(move: .by(.zero))).time.now

    let settled = try await store.operator.transactions(account: nil).value.count - 1
    #expect(settled < 100_000)
    #expect(stopped == .fixture.addingTimeInterval(2 * TimeInterval(settled)))
    #expect(try await store.operator.clock().now == stopped)
    let next = try await store.operator.advance(.to(stopped.addingTimeInterval(4))).value
    #expect(next.events == 2)
  }

  @Test func `a client that is slower than the store hears the last progress and then the answer`()
    async throws
  {
    let store = HastyStore(accounts: try await StoreFixture.make().engine)
    let server = try await LoopbackServer.start(
      ServedStore(
        accounts: { _ in store.accounts }, operator: store,
        time: { () throws(StoreError) in try await store.accounts.root().time }))
    let client = HTTPStore(server.address).operator(key: server.operatorKey)
    let heard = Mutex<[Int]>([])

    let answer = try await client.perform(.advance(move: .to(Self.end))) { progress in
      heard.withLock { $0.append(progress.events) }
    }

    let events = heard.withLock { $0 }
    #expect(answer.value == .advanced(from: .fixture, to: Self.end, events: HastyStore.events))
    #expect(events.last == HastyStore.events)
    #expect(events == events.sorted() && events.count < HastyStore.events)
  }

  @Test(arguments: Site.allCases)
  func `an advance that is refused reports nothing`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let past = Date.fixture.addingTimeInterval(-1)

    await #expect(throws: StoreError.clockMovedBackwards(from: .fixture, to: past)) {
      try await store.operator.perform(.advance(move: .to(past))) { progress in
        Issue.record("\(progress)")
      }
    }
  }
}

/// A store that reports its progress faster than any client reads it.
private struct HastyStore: StoreOperator {
  static let events = 100_000
  let accounts: any StoreAccounts

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    guard let advance = command.control as? OperatorCommand.Advance,
      case .to(let end) = advance.move
    else { throw .unauthorized }
    for events in 1...Self.events {
      progress(OperatorProgress(from: .fixture, reached: end, target: end, events: events))
    }
    let time = try await accounts.root().time
    return Answer(.advanced(from: .fixture, to: end, events: Self.events), at: time)
  }
}

extension ContractStore {
  /// A store with one plan, which renews every two seconds.
  fileprivate static func renewingEveryTwoSeconds(at site: Site) async throws -> ContractStore {
    let (store, alpha, _) = try await withDevice(at: site)
    _ = try await store.operator.perform(.setRenewalLimit(isOn: false))
    _ = try await store.operator.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    try await alpha.buy("subscription.standard")
    return store
  }
}
