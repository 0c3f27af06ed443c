import Foundation
import Testing

/// Many histories, each lived once; `LEDGER_HISTORIES` says how many: 2 000 when it is not set.
enum Histories {
  private static let count =
    ProcessInfo.processInfo.environment["LEDGER_HISTORIES"].flatMap(Int.init) ?? 2000

  private static let all = Result {
    try (1...count).map { seed in
      let history = History(seed: seed)
      return (seed: seed, history: history, life: try RealStore(history))
    }
  }

  /// Holds a law against every history: what `complaint` says of one is its breach.
  ///
  /// Only the first breach is reported, with its seed and its shrunken history.
  static func uphold(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ complaint: (History, RealStore) throws -> String?
  ) throws {
    for (seed, history, life) in try all.get() where try complaint(history, life) != nil {
      let shrunken = history.shrunken { ((try? complaint($0, RealStore($0))) ?? nil) != nil }
      let reason = try complaint(shrunken, RealStore(shrunken)) ?? ""
      Issue.record("seed \(seed): \(reason)\n\(shrunken)", sourceLocation: sourceLocation)
      return
    }
  }
}
