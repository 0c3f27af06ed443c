import Foundation
import TestSupport
import Testing

@testable import skdemo

/// Work that signals end.
@Suite(.hangLimit) struct InterruptibleTests {
  @Test func `the first signal cancels the work, and the command fails as it says`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      do {
        try await Interruptible.run {
          kill(getpid(), SIGINT)
          while !Task.isCancelled { await Task.yield() }
          try Task.checkCancellation()
        } failure: {
          CommandFailure(code: "interrupted", message: "stopped")
        }
      } catch let failure as CommandFailure where failure.code == "interrupted" {
        _exit(42)
      }
    }
  }

  @Test func `the second signal ends the process at once, although the work goes on`() async {
    await #expect(processExitsWith: .exitCode(1)) {
      try await Interruptible.run { () async throws -> Void in
        kill(getpid(), SIGINT)
        while !Task.isCancelled { await Task.yield() }
        kill(getpid(), SIGTERM)
        while true { await Task.yield() }
      } failure: {
        _exit(42)
      }
    }
  }
}
