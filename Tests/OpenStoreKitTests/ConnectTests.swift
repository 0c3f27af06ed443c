import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct ConnectTests {
  @Test func `a process is connected once, even while its session is made`() async throws {
    let process = ProcessSession()
    let session = try await SampleDevice().session()
    func expectRefusal() async {
      await #expect {
        try await process.take {
          Issue.record("another session was made")
          return session
        }
      } throws: { $0.isStoreKitError("systemError") }
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
    let early = process.stream { $0.customer.connections.listen() }

    await #expect(throws: CancellationError.self) {
      try await process.take { throw CancellationError() }
    }
    _ = try await process.take { session }
    session.customer.connections.send(.signedOut)

    let late = process.stream { $0.customer.connections.listen() }
    session.customer.connections.send(.online)
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

  @Test func `an attempt goes on if the task that asked first is cancelled`() async throws {
    let process = ProcessSession()
    let session = try await SampleDevice().session()
    let made = Counter()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (opened, open) = AsyncStream<Void>.makeStream()
    let make: ProcessSession.SessionFactory = {
      made.count.withLock { $0 += 1 }
      begin.finish()
      for await _ in opened {}
      try Task.checkCancellation()
      return session
    }

    let first = Task { try await process.session(else: make) }
    try await limited("the attempt") { for await _ in begun {} }
    first.cancel()
    #expect(try await limited("the end of the question") { try await first.value } == nil)
    open.finish()

    #expect(try await process.session(else: make) === session)
    #expect(made.count.withLock { $0 } == 1)
  }

  @Test func `questions share the failure that they waited for, and a connection is tried again`()
    async throws
  {
    let process = ProcessSession()
    let session = try await SampleDevice().session()
    let made = Counter()
    let (opened, open) = AsyncStream<Void>.makeStream()
    let failing: ProcessSession.SessionFactory = {
      made.count.withLock { $0 += 1 }
      for await _ in opened {}
      throw SampleFailure()
    }

    let questions = (0..<3).map { _ in
      Task.immediate { try await process.session(else: failing) }
    }
    let connection = Task.immediate { try await process.session(by: { session }) }
    #expect(!process.reportsMissingSession(), "the process is being connected")
    open.finish()

    for question in questions {
      await #expect(throws: SampleFailure.self) { try await question.value }
    }
    #expect(made.count.withLock { $0 } == 1)
    #expect(try await connection.value === session)
  }

  @Test func `a process says once that it is not connected, or why not`() {
    let process = ProcessSession()
    #expect(process.reportsMissingSession())
    #expect(!process.reportsMissingSession())

    let failed = ProcessSession()
    #expect(failed.reportsFailure("closed"))
    #expect(!failed.reportsFailure("closed"))
    #expect(failed.reportsFailure("damaged"))
    #expect(!failed.reportsMissingSession())
  }

  private struct SampleFailure: Error {}

  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  private static func firstElement(
    _ streams: AsyncStream<AsyncStream<StoreSession.Connection>>
  ) async -> StoreSession.Connection? {
    var streams = streams.makeLimitedIterator()
    var elements = await streams.next()?.makeLimitedIterator()
    return await elements?.next()
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
