import Foundation
import Testing

/// Many histories, each lived once; `LEDGER_HISTORIES` says how many: 2 000 when it is not set.
enum Histories {
  private static let count =
    ProcessInfo.processInfo.environment["LEDGER_HISTORIES"].flatMap(Int.init) ?? 2000

  /// One history and what became of it.
  private struct Life: Sendable {
    var seed: Int
    var history: History
    var store: Result<RealStore, any Error>
  }

  /// Lived once for all laws.
  ///
  /// Other tests have their turns between two lives: threads are few.
  private static let lives = Task {
    var lives: [Life] = []
    for seed in 1...count {
      let history = History(seed: seed)
      lives.append(Life(seed: seed, history: history, store: Result { try RealStore(history) }))
      await Task.yield()
    }
    return lives
  }

  /// A law: what it says of a history is its breach.
  typealias Law = (History, RealStore) throws -> String?

  /// Holds a law against every history.
  ///
  /// Only the first breach is reported, with its seed and its shrunken history. A history that
  /// cannot even be lived breaks every law.
  static func uphold(sourceLocation: SourceLocation = #_sourceLocation, _ law: Law) async {
    for life in await lives.value {
      await Task.yield()
      guard breach(of: law, by: life.history, life.store) != nil else { continue }
      let shrunken = life.history.shrunken { breach(of: law, by: $0) != nil }
      let reason = breach(of: law, by: shrunken) ?? ""
      Issue.record("seed \(life.seed): \(reason)\n\(shrunken)", sourceLocation: sourceLocation)
      return
    }
  }

  private static func breach(
    of law: Law, by history: History, _ life: Result<RealStore, any Error>? = nil
  ) -> String? {
    do {
      return try law(history, life?.get() ?? RealStore(history))
    } catch {
      return "\(error)"
    }
  }
}
