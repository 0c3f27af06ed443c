import CrashScript
import Testing

/// One run of the app that is killed at every moment there is, each time in a world of its own.
struct EffectTrace {
  let world: CrashFixture
  let action: CrashScript.ScriptedAction

  /// Kills the run before and after each of its effects, and hands every world that is left to
  /// `inspect`, with how the run ended.
  func crashEverywhere(
    _ inspect: @escaping @Sendable (CrashFixture, ProbeEnd) async throws -> Void
  ) async throws {
    let whole = try world.copy()
    let end = try await whole.run(whole.script(action))
    try await inspect(whole, end)
    let moments = CrashMoment.every(of: try end.report().effects)
    _ = try await atOnce(moments) { moment in
      let world = try world.copy()
      try await inspect(world, world.crash(at: moment, in: action))
    }
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

extension CrashFixture {
  /// Kills a run of `action` before or after its first effect of this name.
  func crash(
    _ side: CrashMoment.Side, _ effect: String, in action: CrashScript.ScriptedAction
  ) async throws {
    try await crash(at: CrashMoment(side, effect), in: action)
  }

  /// Kills a run of `action` at this moment, which must come.
  @discardableResult
  func crash(at moment: CrashMoment, in action: CrashScript.ScriptedAction) async throws -> ProbeEnd
  {
    var script = script(action)
    script.death = moment
    let end = try await run(script)
    guard case .killed(moment) = end else {
      throw UnexpectedOutcome("the run was to be killed at \(moment), and was not")
    }
    return end
  }
}
