import OpenStoreKit
import TestSupport
import Testing

@Suite struct ConnectTests {
  @Test func `a process is connected once`() async throws {
    let sample = try SampleDevice()
    let session = try await AppStore.connect(
      ClosedStore(), sheets: ScriptedSheets(), device: sample.device,
      environment: Notebook().environment)
    await Task.detached {
      #expect(AppStore.deviceVerificationID == session.deviceVerificationID)
    }.value
    await #expect(throws: StoreKitError.self) {
      try await AppStore.connect(ClosedStore(), sheets: ScriptedSheets(), device: sample.device)
    }
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
