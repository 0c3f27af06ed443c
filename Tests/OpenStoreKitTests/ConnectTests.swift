import TestSupport
import Testing

@testable import OpenStoreKit

@Suite struct ConnectTests {
  @Test func `a process is connected once`() async throws {
    let slot = ProcessSession()
    let session = try await SampleDevice().session()
    try slot.take(session)

    let other = try await SampleDevice().session()
    #expect(throws: StoreKitError.self) { try slot.take(other) }
    #expect(slot.session === session)
  }

  @Test func `while a session is made for a process, none is made for another attempt`()
    async throws
  {
    let slot = ProcessSession()
    let session = try await SampleDevice().session()
    let other = try await SampleDevice().session()

    try await slot.take {
      #expect(slot.session == nil)
      #expect(throws: StoreKitError.self) { try slot.take(other) }
      await #expect(throws: StoreKitError.self) {
        try await slot.take {
          Issue.record("another session was made")
          return other
        }
      }
      return session
    }

    #expect(slot.session === session)
  }

  @Test func `an attempt that fails leaves the process to the next`() async throws {
    let slot = ProcessSession()
    let session = try await SampleDevice().session()

    await #expect(throws: CancellationError.self) {
      try await slot.take { throw CancellationError() }
    }
    try slot.take(session)

    #expect(slot.session === session)
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
