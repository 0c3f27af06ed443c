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

  @Test func `a task's own session comes before the process's`() async throws {
    let sample = try SampleDevice()
    let session = try await sample.session()
    StoreSession.$current.withValue(session) {
      #expect(AppStore.deviceVerificationID == session.deviceVerificationID)
      #expect(StoreSession.current === session)
    }
  }
}
