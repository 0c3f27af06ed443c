import CrashScript
import Foundation
import TaskScheduling
import Testing

/// Kills one run of the app at each moment that can leave a different state.
///
/// Each time, the run uses a copy of the fixture.
struct EffectTrace {
  let fixture: CrashFixture
  let action: CrashScript.ScriptedAction

  /// Kills the run at each moment that can leave another state, and passes each resulting fixture and
  /// the end of its run to `inspect`.
  func crashEverywhere(
    _ inspect: @escaping @Sendable (CrashFixture, ProbeEnd) async throws -> Void
  ) async throws {
    let completed = try fixture.copy()
    let end = try await completed.run(completed.script(action))
    try await inspect(completed, end)
    let moments = CrashMoment.all(of: try end.report().effects)
    _ = try await concurrentMap(moments) { moment in
      let copy = try fixture.copy()
      try await inspect(copy, copy.crash(at: moment, in: action))
    }
  }
}

extension CrashMoment {
  /// The moment before the first of these effects, and those after each.
  ///
  /// Between two effects a run changes nothing that outlives it, so the moment before an effect leaves
  /// the same state as the moment after the previous one. A run is also killed before each call of the
  /// back end, because the probe has recorded there that an order was sent; with `CRASH_SIDES=both`,
  /// before every effect.
  fileprivate static func all(of effects: [String]) -> [CrashMoment] {
    var occurrences: [String: Int] = [:]
    // A process that is killed while it waits for the disk has written all the same.
    return effects.filter { !$0.hasPrefix("file synchronize ") }.enumerated().flatMap {
      number, effect in
      occurrences[effect, default: 0] += 1
      let sides: [Side] =
        number == 0 || hasBothSides || effect.hasPrefix("backend ") ? [.before, .after] : [.after]
      return sides.map { CrashMoment($0, effect, occurrence: occurrences[effect] ?? 1) }
    }
  }

  private static var hasBothSides: Bool {
    ProcessInfo.processInfo.environment["CRASH_SIDES"] == "both"
  }
}

extension CrashFixture {
  /// Kills a run of `action` before or after its first effect of this name.
  func crash(
    _ side: CrashMoment.Side, _ effect: String, in action: CrashScript.ScriptedAction
  ) async throws {
    try await crash(at: CrashMoment(side, effect), in: action)
  }

  /// Kills a run of `action` at this moment, which the run must reach.
  @discardableResult
  func crash(at moment: CrashMoment, in action: CrashScript.ScriptedAction) async throws -> ProbeEnd
  {
    var script = script(action)
    script.killMoment = moment
    let end = try await run(script)
    guard case .killed(moment) = end else {
      throw UnexpectedOutcome("the run was not killed at \(moment)")
    }
    return end
  }
}
