import Foundation
import Testing

/// What members have after any history of two families in one store.
///
/// `FAMILY_HISTORIES` sets the number of histories; the default is 24. `FAMILY_FIRST_SEED` sets the
/// first seed.
@Suite(.timeLimit(.minutes(30))) struct FamilyLawTests {
  private static let first = number("FAMILY_FIRST_SEED") ?? 1
  private static let count = number("FAMILY_HISTORIES") ?? 24
  private static let parts = 4

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
  }

  @Test(arguments: 0..<FamilyLawTests.parts)
  func `a member has what the family shares, on each device, and nothing of another family`(
    part: Int
  ) async throws {
    for seed in stride(from: Self.first + part, to: Self.first + Self.count, by: Self.parts) {
      let history = try await FamilyHistory(seed: UInt64(seed), steps: 30)
      #expect(history.reports.isEmpty, "seed \(seed)")
    }
  }
}
