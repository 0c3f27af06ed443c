import Foundation
import Testing

/// Histories that are performed once and shared by all laws.
///
/// `LEDGER_HISTORIES` sets their number; the default is 2 000.
enum Histories {
  private static let count =
    ProcessInfo.processInfo.environment["LEDGER_HISTORIES"].flatMap(Int.init) ?? 2000

  /// A history and the store that performed it.
  private struct Run: Sendable {
    var seed: Int
    var history: History
    var store: Result<RealStore, any Error>
  }

  /// Yields after each history, so that other tests can run: there are few threads.
  private static let runs = Task {
    var runs: [Run] = []
    for seed in 1...count {
      let history = History(seed: seed)
      runs.append(Run(seed: seed, history: history, store: Result { try RealStore(history) }))
      await Task.yield()
    }
    return runs
  }

  /// Returns a description of the violation; `nil` if the law holds.
  typealias Law = (History, RealStore) throws -> String?

  /// Checks a law for every history.
  ///
  /// Only the first violation is reported, with its seed and its shrunken history. A history that
  /// throws an error violates every law.
  static func check(sourceLocation: SourceLocation = #_sourceLocation, _ law: Law) async {
    for run in await runs.value {
      await Task.yield()
      guard violation(of: law, by: run.history, run.store) != nil else { continue }
      let shrunken = run.history.shrunken { violation(of: law, by: $0) != nil }
      let reason = violation(of: law, by: shrunken) ?? ""
      Issue.record("seed \(run.seed): \(reason)\n\(shrunken)", sourceLocation: sourceLocation)
      return
    }
  }

  private static func violation(
    of law: Law, by history: History, _ store: Result<RealStore, any Error>? = nil
  ) -> String? {
    do {
      return try law(history, store?.get() ?? RealStore(history))
    } catch {
      return "\(error)"
    }
  }
}
