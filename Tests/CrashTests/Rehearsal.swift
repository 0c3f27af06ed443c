import CrashScript
import Foundation
import Testing

/// One run of the app that is killed at every moment there is, each time in a world of its own.
struct Rehearsal {
  let world: World
  let deed: CrashScript.Deed

  /// Kills the run before and after each of its effects, and hands every world that is left to
  /// `inspect`; as many runs at a time as there are processors.
  ///
  /// - Returns: How many effects there are, and how many runs were killed.
  @discardableResult
  func crashEverywhere(
    _ inspect: @escaping @Sendable (World, ProbeEnd) async throws -> Void
  ) async throws -> (effects: Int, crashes: Int) {
    let whole = try world.copy()
    let end = try await whole.run(whole.script(deed))
    try await inspect(whole, end)
    let names = try end.report().effects
    let moments = CrashMoment.Side.allCases.flatMap { side in
      (1...names.count).map { CrashMoment(side, effect: $0) }
    }
    let expected = try await atOnce(moments) { try await crash(at: $0, inspect) }
    let crashes = try await expected.compactMap(\.self) + crashBeyond(names.count, inspect)
    for side in CrashMoment.Side.allCases {
      let missed = Set(names).subtracting(crashes.filter { $0.side == side }.map(\.name))
      #expect(missed.isEmpty, "never killed \(side) one of these")
    }
    return (names.count, crashes.count)
  }

  private typealias Crash = (side: CrashMoment.Side, name: String)

  /// Tasks of one process may take turns, and a run may have an effect more than the one that was
  /// counted: goes on until there is none.
  private func crashBeyond(
    _ count: Int, _ inspect: @escaping @Sendable (World, ProbeEnd) async throws -> Void
  ) async throws -> [Crash] {
    var crashes: [Crash] = []
    for side in CrashMoment.Side.allCases {
      var effect = count + 1
      while let crash = try await crash(at: CrashMoment(side, effect: effect), inspect) {
        crashes.append(crash)
        effect += 1
      }
    }
    return crashes
  }

  private func crash(
    at moment: CrashMoment, _ inspect: @Sendable (World, ProbeEnd) async throws -> Void
  ) async throws -> Crash? {
    let world = try world.copy()
    var script = world.script(deed)
    script.death = moment
    let end = try await world.run(script)
    try await inspect(world, end)
    guard case .killed(_, let name) = end else { return nil }
    return (moment.side, name)
  }
}

extension World {
  /// Kills a run of `deed` before or after its first effect of this name.
  func crash(_ side: CrashMoment.Side, _ name: String, in deed: CrashScript.Deed) async throws {
    let names = try await copy().live(deed).effects
    var script = script(deed)
    let index = try #require(names.firstIndex(of: name), "no '\(name)' in \(names)")
    script.death = CrashMoment(side, effect: index + 1)
    guard case .killed(_, name) = try await run(script) else {
      throw Surprise("the run was not killed \(side) '\(name)'")
    }
  }
}
