import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite struct ConnectTests {
  @Test func `a process is connected once, also while its session is made`() async throws {
    let process = ProcessSession()
    let session = try await SampleDevice().session()
    func expectRefusal() async {
      await #expect(throws: StoreKitError.self) {
        try await process.take {
          Issue.record("another session was made")
          return session
        }
      }
    }

    let taken = try await process.take {
      #expect(process.session == nil)
      await expectRefusal()
      return session
    }
    await expectRefusal()

    #expect(taken === session)
    #expect(process.session === session)
  }

  @Test func `after an attempt that fails another can be made`() async throws {
    let process = ProcessSession()
    let session = try await SampleDevice().session()

    await #expect(throws: CancellationError.self) {
      try await process.take { throw CancellationError() }
    }
    _ = try await process.take { session }

    #expect(process.session === session)
  }

  @Test func `a stream that is opened before the process is connected misses nothing`()
    async throws
  {
    let process = ProcessSession()
    let session = try await SampleDevice().session()
    let early = process.stream { $0.connectionBroadcast.listen() }

    await #expect(throws: CancellationError.self) {
      try await process.take { throw CancellationError() }
    }
    _ = try await process.take { session }
    session.connectionBroadcast.send(.signedOut)

    let late = process.stream { $0.connectionBroadcast.listen() }
    session.connectionBroadcast.send(.online)
    #expect(await Self.firstElement(early) == .signedOut)
    #expect(await Self.firstElement(late) == .online)
  }

  @Test func `a question waits for the session that is being made`() async throws {
    let process = ProcessSession()
    let session = try await SampleDevice().session()
    #expect(try await process.session(else: nil) == nil)

    let (asked, ask) = AsyncStream<Void>.makeStream()
    async let answer = {
      for await _ in asked {}
      return try await process.session(else: nil)
    }()
    _ = try await process.take {
      ask.finish()
      return session
    }

    #expect(try await answer === session)
  }

  @Test func `many first questions connect the process once`() async throws {
    let process = ProcessSession()
    let session = try await SampleDevice().session()
    let made = Counter()

    let answers = try await withThrowingTaskGroup(of: StoreSession?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await process.session {
            made.count.withLock { $0 += 1 }
            await Task.yield()
            return session
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(answers.allSatisfy { $0 === session })
    #expect(made.count.withLock { $0 } == 1)
  }

  @Test func `a process says once that it is not connected`() {
    let process = ProcessSession()
    #expect(process.reportsMissingSession())
    #expect(!process.reportsMissingSession())
  }

  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  private static func firstElement(
    _ streams: AsyncStream<AsyncStream<StoreSession.Connection>>
  ) async -> StoreSession.Connection? {
    for await stream in streams {
      for await element in stream { return element }
    }
    return nil
  }

  @Test func `a task's own session comes before the process's`() async throws {
    let sample = try SampleDevice()
    let session = try await sample.session()
    StoreSession.$current.withValue(session) {
      #expect(AppStore.deviceVerificationID == session.deviceVerificationID)
      #expect(StoreSession.current === session)
    }
  }
}
