import Foundation
import Testing

/// Many histories, each lived once; `LEDGER_HISTORIES` says how many: 2 000 when it is not set.
enum Histories {
  private static let count =
    ProcessInfo.processInfo.environment["LEDGER_HISTORIES"].flatMap(Int.init) ?? 2000

  private static let all = (1...count).map { seed in
    let history = History(seed: seed)
    return (seed: seed, history: history, life: Result { try RealStore(history) })
  }

  /// A law: what it says of a history is its breach.
  typealias Law = (History, RealStore) throws -> String?

  /// Holds a law against every history.
  ///
  /// Only the first breach is reported, with its seed and its shrunken history. A history that
  /// cannot even be lived breaks every law.
  static func uphold(sourceLocation: SourceLocation = #_sourceLocation, _ law: Law) {
    for (seed, history, life) in all where breach(of: law, by: history, life) != nil {
      let shrunken = history.shrunken { breach(of: law, by: $0) != nil }
      let reason = breach(of: law, by: shrunken) ?? ""
      Issue.record("seed \(seed): \(reason)\n\(shrunken)", sourceLocation: sourceLocation)
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
