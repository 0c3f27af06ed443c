import CrashScript
import Testing

/// One run of the app that is killed at every moment there is, each time in a world of its own.
struct Rehearsal {
  let world: World
  let deed: CrashScript.Deed

  /// Kills the run before and after each of its effects, and hands every world that is left to
  /// `inspect`, with how the run ended.
  func crashEverywhere(
    _ inspect: @escaping @Sendable (World, ProbeEnd) async throws -> Void
  ) async throws {
    let whole = try world.copy()
    let end = try await whole.run(whole.script(deed))
    try await inspect(whole, end)
    let moments = CrashMoment.every(of: try end.report().effects)
    let ends = try await atOnce(moments) { moment in
      let world = try world.copy()
      var script = world.script(deed)
      script.death = moment
      let end = try await world.run(script)
      try await inspect(world, end)
      return end
    }
    expectCrashes(ends, at: moments)
  }

  /// A task that waits may ask once more or once less than in the whole run; every effect's first
  /// time comes in all of them.
  private func expectCrashes(_ ends: [ProbeEnd], at moments: [CrashMoment]) {
    let killed = Set(
      ends.compactMap { end in
        if case .killed(let moment) = end { moment } else { nil }
      })
    let missed = Set(moments.filter { $0.occurrence == 1 }).subtracting(killed)
    #expect(missed == [])
    #expect(killed.count * 10 >= moments.count * 9)
  }
}

extension CrashMoment {
  /// Before and after each of these effects.
  fileprivate static func every(of effects: [String]) -> [CrashMoment] {
    var occurrences: [String: Int] = [:]
    return effects.flatMap { effect in
      occurrences[effect, default: 0] += 1
      return Side.allCases.map { side in
        CrashMoment(side, effect, occurrence: occurrences[effect] ?? 1)
      }
    }
  }
}

extension World {
  /// Kills a run of `deed` before or after its first effect of this name.
  func crash(
    _ side: CrashMoment.Side, _ effect: String, in deed: CrashScript.Deed
  ) async throws {
    var script = script(deed)
    script.death = CrashMoment(side, effect)
    guard case .killed = try await run(script) else {
      throw Surprise("the run was not killed \(side) '\(effect)'")
    }
  }
}
