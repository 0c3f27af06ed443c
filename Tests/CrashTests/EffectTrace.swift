import CrashScript
import Foundation
import TaskScheduling
import TestSupport
import Testing

/// Kills one run of the app at each moment that can leave a different state.
///
/// Each time, the run uses a copy of the fixture.
struct EffectTrace {
  let fixture: CrashFixture
  let action: CrashScript.ScriptedAction
  /// Whether the run is killed only after its launch, because another test kills such a launch.
  var afterLaunch = false

  /// Kills the run at each moment that can leave another state, and passes each resulting fixture and
  /// the end of its run to `inspect`.
  func crashEverywhere(
    _ inspect: @escaping @Sendable (CrashFixture, ProbeEnd) async throws -> Void
  ) async throws {
    let completed = try fixture.copy()
    let end = try await completed.run(completed.script(action))
    try await inspect(completed, end)
    let moments = CrashMoment.all(of: try end.report(), afterLaunch: afterLaunch)
    #expect(!moments.isEmpty)
    _ = try await concurrentMap(moments) { moment in
      let copy = try fixture.copy()
      try await inspect(copy, copy.end(of: action, killedAt: moment))
    }
  }
}

extension CrashMoment {
  /// The moment before the first effect of a run, and those after each that can leave another state.
  ///
  /// Between two effects a run changes nothing that outlives it, so the moment before an effect leaves
  /// the same state as the moment after the previous one. A run is also killed before a purchase,
  /// because the probe has recorded there that an order was sent. With `CRASH_SIDES=both`, it is killed
  /// before and after every effect.
  fileprivate static func all(of report: CrashReport, afterLaunch: Bool) -> [CrashMoment] {
    let first = afterLaunch && !hasBothSides ? report.launchEffects : 0
    var occurrences: [String: Int] = [:]
    var moments: [CrashMoment] = []
    for (number, effect) in report.effects.enumerated() {
      let occurrence = occurrences[effect, default: 0] + 1
      occurrences[effect] = occurrence
      // A process that is killed while it waits for the disk has written all the same.
      guard number >= first, !effect.hasPrefix("file synchronize ") else { continue }
      moments += sides(of: effect, isFirst: moments.isEmpty).map {
        CrashMoment($0, effect, occurrence: occurrence)
      }
    }
    return moments
  }

  private static func sides(of effect: String, isFirst: Bool) -> [Side] {
    guard !hasBothSides else { return Side.allCases }
    return Side.allCases.filter { side in
      switch side {
      case .before: isFirst || effect == name(of: .purchase)
      case .after: !reads.contains(effect)
      }
    }
  }

  /// The calls of the back end that change nothing.
  ///
  /// What they settle first has effects of its own.
  private static let reads: Set<String> = {
    let calls: [StoreCall] = [
      .storefront, .productIDs, .products, .quote, .purchases, .unfinished, .transactions,
      .transaction, .receipt,
    ]
    return Set(calls.map { name(of: $0) })
  }()

  private static func name(of call: StoreCall) -> String { "backend \(call.rawValue)" }

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
  private func crash(at moment: CrashMoment, in action: CrashScript.ScriptedAction) async throws {
    guard case .killed = try await end(of: action, killedAt: moment) else {
      throw UnexpectedOutcome("the run was not killed at \(moment)")
    }
  }

  /// The end of a run of `action` that is killed at this moment.
  ///
  /// A run in which the moment does not come goes to its end: on a busy machine, two transactions may
  /// arrive together and be written at once.
  fileprivate func end(
    of action: CrashScript.ScriptedAction, killedAt moment: CrashMoment
  ) async throws -> ProbeEnd {
    var script = script(action)
    script.killMoment = moment
    let end = try await run(script)
    switch end {
    case .killed(moment): return end
    case .completed(let report)
    where report.effects.count(where: { $0 == moment.effect }) < moment.occurrence:
      return end
    default: throw UnexpectedOutcome("the run was not killed at \(moment)")
    }
  }
}
