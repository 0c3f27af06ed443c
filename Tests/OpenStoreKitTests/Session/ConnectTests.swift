import TestSupport
import Testing

@testable import OpenStoreKit

@Suite struct ConnectTests {
  @Test func `a process is connected once`() async throws {
    let slot = SessionSlot()
    let session = try await SampleDevice().session()
    try slot.take(session)

    let other = try await SampleDevice().session()
    #expect(throws: StoreKitError.self) { try slot.take(other) }
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
