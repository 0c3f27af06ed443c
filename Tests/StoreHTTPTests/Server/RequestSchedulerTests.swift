import StoreAPI
import Testing

@testable import StoreHTTPServer

@Suite(.timeLimit(.minutes(1))) struct RequestSchedulerTests {
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
      for await _ in begun {}

      let page = try await scheduler.run(for: account, cost: .page) { "a page" }

      #expect(page == "a page")
      release.finish()
      try await group.waitForAll()
    }
  }
}
