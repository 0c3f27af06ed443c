import StoreAPI
import StoreEngine
import TestSupport
import Testing

@Suite(.hangLimit) struct AccountIsolationTests {
  @Test(arguments: 0..<8)
  func `a device sees nothing of another account, and revoked tokens are refused`(
    part: UInt64
  ) async throws {
    let fixture = try await StoreFixture.make()

    for seed in part * 25..<part * 25 + 25 {
      let model = try await AccountIsolationModel(seed: seed, steps: 14, in: fixture.engine)
      #expect(model.reports.isEmpty, "seed \(seed)")
    }
  }
}
