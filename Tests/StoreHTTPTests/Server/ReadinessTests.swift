import Foundation
import StoreAPI
import StoreEngine
import StoreHTTP
import StoreHTTPServer
import StoreOperatorAPI
import Synchronization
import Telemetry
import TestSupport
import Testing

@Suite(.hangLimit) struct ReadinessTests {
  private static let broken = StoreError.unavailable(reason: "the disk is gone")

  @Test func `health and readiness are answered while the store answers nothing`() async throws {
    let silent = SilentStore()
    try await ServedStoreFixture.run(
      changing: { served in
        served.accounts = { _ in silent }
        served.operator = silent
        served.time = { () throws(StoreError) in try await silent.never() }
      }
    ) { served in
      let health = try await served.statuses(of: "/health", asked: 50)
      let readiness = try await served.statuses(of: "/ready", asked: 50)

      #expect(health == Array(repeating: 200, count: 50))
      // After five seconds without an answer the store is not ready.
      #expect(readiness.allSatisfy { $0 == 200 || $0 == 503 })
      silent.end()
    }
  }

  @Test func `asking for readiness asks the store for nothing`() async throws {
    let reads = Mutex(0)
    try await ServedStoreFixture.run(
      limits: .with { $0.readinessInterval = .seconds(3_600) },
      changing: { served in
        served.time = { [time = served.time] () throws(StoreError) in
          reads.withLock { $0 += 1 }
          return try await time()
        }
      }
    ) { served in
      let statuses = try await served.statuses(of: "/ready", asked: 50)

      #expect(statuses == Array(repeating: 200, count: 50))
      #expect(reads.withLock { $0 } <= 1)
    }
  }

  @Test func `a store that breaks is not ready until it can be read again, and the log has both`()
    async throws
  {
    let isBroken = Mutex(false)
    try await ServedStoreFixture.run(
      limits: .with { $0.readinessInterval = .milliseconds(1) },
      changing: { served in
        served.time = { [time = served.time] () throws(StoreError) in
          guard !isBroken.withLock({ $0 }) else { throw Self.broken }
          return try await time()
        }
      }
    ) { served in
      isBroken.withLock { $0 = true }
      try await served.log.wait(for: "the store cannot be used")
      let refusal = try await served.client.request("GET", "/ready")
      isBroken.withLock { $0 = false }
      try await served.log.wait(for: "the store can be used again")
      let answer = try await served.client.request("GET", "/ready")

      #expect(refusal.status == 503)
      #expect(refusal.code == "unavailable")
      #expect(refusal.text.contains("the disk is gone"))
      #expect(served.log.text.contains(#""error":"unavailable""#))
      #expect(!served.log.text.contains("the disk is gone"))
      #expect(try await served.client.request("GET", "/health").status == 200)
      #expect(answer.status == 200)
    }
  }

  @Test func `a store whose clock has jumped is not ready, and the log says so once`()
    async throws
  {
    let jump = Mutex<ClockJump?>(nil)
    let reads = Atomic(0)
    try await ServedStoreFixture.run(
      limits: .with { $0.readinessInterval = .milliseconds(1) },
      changing: { served in
        served.time = { [time = served.time] () throws(StoreError) in
          var now = try await time()
          // The machine's clock continues, and the date of the jump moves with it.
          now.jump = jump.withLock { jump in
            jump?.date += 1
            return jump
          }
          reads.add(1, ordering: .relaxed)
          return now
        }
      }
    ) { served in
      jump.withLock { $0 = ClockJump(to: .fixture + 400 * 86_400, days: 400) }
      try await served.log.wait(for: "the store cannot be used")
      let refusal = try await served.client.request("GET", "/ready")
      let checked = reads.load(ordering: .relaxed)
      try await TestSupport.wait { reads.load(ordering: .relaxed) >= checked + 3 }
      jump.withLock { $0 = nil }
      try await served.log.wait(for: "the store can be used again")

      #expect(refusal.status == 503)
      #expect(served.log.text.count(of: "the store cannot be used") == 1)
      #expect(refusal.code == "clockNotAccepted")
      #expect(refusal.text.contains("skdemo store clock accept"))
      #expect(try await served.client.request("GET", "/ready").status == 200)
    }
  }

  @Test func `a check that takes too long makes the store not ready`() {
    var readiness = Readiness()
    readiness.begin(at: .seconds(10))

    #expect(readiness.error(at: .milliseconds(14_999)) == nil)
    #expect(
      readiness.error(at: .seconds(15))
        == .unavailable(
          reason:
            "the store has not answered the server for 5 seconds: if it stays silent, restart the server"
        ))

    let isRecovered = readiness.end(nil)

    #expect(!isRecovered)
    #expect(readiness.error(at: .seconds(15)) == nil)
  }

  @Test func `what a check found stands until the next check has ended`() {
    var readiness = Readiness()
    readiness.begin(at: .zero)
    let breaks = readiness.end(Self.broken)
    readiness.begin(at: .seconds(1))
    let during = readiness.error(at: .seconds(1))
    let isStillBroken = !readiness.end(Self.broken)
    let recovers = readiness.end(nil)

    #expect(breaks && isStillBroken && recovers)
    #expect(during == Self.broken)
    #expect(readiness.error(at: .seconds(1)) == nil)
  }
}

extension ServedStoreFixture {
  /// The statuses of the same request sent `count` times, one after the other.
  fileprivate func statuses(of path: String, asked count: Int) async throws -> [Int?] {
    var statuses: [Int?] = []
    for _ in 0..<count { statuses.append(try await client.request("GET", path).status) }
    return statuses
  }
}

/// A store whose calls do not return until the test ends.
private final class SilentStore: StoreOperator, ForwardingAccounts {
  private let ended = AsyncStream<Void>.makeStream()

  func end() { ended.continuation.finish() }

  func never<Value>() async throws(StoreError) -> Value {
    for await _ in ended.stream {}
    throw .unavailable(reason: "the test has ended")
  }

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> { try await never() }

  func accounts(for request: AccountsRequest) async throws(StoreError) -> any StoreAccounts {
    try await never()
  }
}

extension String {
  /// The number of occurrences of another text.
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
