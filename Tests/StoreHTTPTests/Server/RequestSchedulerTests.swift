import StoreAPI
import StoreHTTP
import TestSupport
import Testing

@testable import StoreHTTPServer

@Suite(.hangLimit) struct RequestSchedulerTests {
  /// Of two processors one may be busy with pages.
  private let scheduler = RequestScheduler(
    .with {
      $0.requestsPerAccount = 1
      $0.waitingPerAccount = 1
    }, processors: 2)

  @Test(arguments: [AccountNumber(rawValue: 1), AccountNumber(rawValue: 2)])
  func `a page waits for no short request, neither of its own account nor of another`(
    account: AccountNumber
  ) async throws {
    let (held, release) = AsyncStream.makeStream(of: Void.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await scheduler.run(for: AccountNumber(rawValue: 1), cost: .short) {
          begin.finish()
          for await _ in held {}
        }
      }
      try await limited("the short request") { for await _ in begun {} }

      let page = try await scheduler.run(for: account, cost: .page) { "a page" }

      #expect(page == "a page")
      release.finish()
      try await group.waitForAll()
    }
  }

  @Test(arguments: [
    (2, 1, 2, false), (3, 1, 2, true), (8, 1, 1, false), (8, 1, 2, true),
  ])
  func `pages leave a processor free, and one account has one page at a time`(
    processors: Int, busy: Int64, other: Int64, runs: Bool
  ) async throws {
    let scheduler = RequestScheduler(.with { $0.waitingPerAccount = 1 }, processors: processors)
    let gate = Gate()
    async let held: Void = scheduler.run(for: AccountNumber(rawValue: busy), cost: .page) {
      await gate.pass()
    }
    try await gate.waitForCaller()

    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do {
            return try await scheduler.run(
              for: AccountNumber(rawValue: other), cost: .page
            ) { true }
          } catch is RequestError {
            return false
          }
        }
      }
      // If neither runs, one waits and the other is refused at once.
      let first = try await group.next()
      gate.open()
      try await group.waitForAll()

      #expect(first == runs)
    }
    try await held
  }

  @Test func `a change of a password takes no place from short requests`() async throws {
    let scheduler = RequestScheduler(
      .with {
        $0.requests = 1
        $0.requestsPerAccount = 1
      }, processors: 2)
    let gate = Gate()
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await scheduler.run(for: AccountNumber(rawValue: 1), cost: .password) {
          await gate.pass()
        }
      }
      try await gate.waitForCaller()

      let answer = try await scheduler.run(for: AccountNumber(rawValue: 2), cost: .short) { 200 }

      #expect(answer == 200)
      gate.open()
      try await group.waitForAll()
    }
  }
}
