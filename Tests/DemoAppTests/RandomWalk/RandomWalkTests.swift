import Foundation
import TestSupport
import Testing

/// Presses random keys and the mouse on every screen and sheet, with a real store and an operator behind
/// them.
///
/// After each event the screen is what its layers draw anew, and what is painted is what was drawn.
/// `RANDOM_WALK_EVENTS` makes the walk longer, and `RANDOM_WALK_SEED` selects another one.
@Suite(.limit(minutes: 30)) struct RandomWalkTests {
  @Test func `no keys at random break the storefront, or buy without p on a sheet that asks`()
    async throws
  {
    let walk = try await RandomWalk(seed: Self.number("RANDOM_WALK_SEED") ?? 1)
    let shortest = Self.number("RANDOM_WALK_EVENTS") ?? 3_000

    // The screens that the keys reach depend on the speed of the machine: the walk continues until it has
    // been everywhere.
    for events in stride(from: 0, to: shortest + 40_000, by: 400) {
      if events >= shortest, await walk.unseen.isEmpty { break }
      try await walk.run(400)
      let charges = try await walk.charges()
      let (agreements, payKeys) = await (walk.agreements, walk.payKeys)
      try #require(agreements <= payKeys)
      try #require(charges <= agreements)
      let difference = await walk.differences.first
      try #require(difference == nil)
    }

    #expect(try await walk.charges() > 0)
    #expect(await walk.launches > 1)
    let unseen = await walk.unseen
    #expect(unseen == [])
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
