import StoreAPI
import StoreEngine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AccountIsolationTests {
  @Test(arguments: 0..<8)
  func `no device ever sees another account's anything, and no revoked token answers`(
    part: UInt64
  ) async throws {
    let fixture = try await StoreFixture.make()

    for seed in part * 25..<part * 25 + 25 {
      let neighbours = try await AccountIsolationModel(seed: seed, deeds: 14, in: fixture.engine)
      #expect(neighbours.reports.isEmpty, "seed \(seed)")
    }
  }
}
