import Foundation
import Testing

/// Performs each history once, in the naive store and in the real one, and checks it against all
/// laws.
///
/// `LEDGER_HISTORIES` sets their number; the default is 2 000. `LEDGER_FIRST_SEED` sets the first
/// seed, so that a long run can be done in parts. Each history is forgotten once its laws are
/// checked, so any number fits into memory.
enum Histories {
  private static let first = number("LEDGER_FIRST_SEED") ?? 1
  private static let count = number("LEDGER_HISTORIES") ?? 2000

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
  }

  /// The violated laws and the kinds of events in all histories together.
  struct Findings: Sendable {
    /// The first violation of each law, by the law's name.
    var violations: [String: String] = [:]
    /// The kinds of everything that happened.
    var kinds: Set<String> = []

    mutating func merge(_ other: Findings) {
      violations.merge(other.violations) { first, _ in first }
      kinds.formUnion(other.kinds)
    }
  }

  static let findings = Task {
    await withTaskGroup(of: Findings.self) { group in
      let workers = 2
      for worker in 0..<workers {
        let seeds = stride(from: first + worker, to: first + count, by: workers)
        group.addTask { await findings(of: seeds) }
      }
      return await group.reduce(into: Findings()) { $0.merge($1) }
    }
  }

  /// Yields after each history, so that other tests can run: there are few threads.
  private static func findings(of seeds: StrideTo<Int>) async -> Findings {
    var findings = Findings()
    for seed in seeds {
      findings.check(History(seed: seed), seed: seed)
      await Task.yield()
    }
    return findings
  }

  /// Records the first violation of a law, with its seed and its shrunken history.
  static func check(_ law: Law, sourceLocation: SourceLocation = #_sourceLocation) async {
    guard let violation = await findings.value.violations[law.name] else { return }
    Issue.record("\(violation)", sourceLocation: sourceLocation)
  }
}

extension Histories.Findings {
  fileprivate mutating func check(_ history: History, seed: Int) {
    let performed = Result { try PerformedHistory(history) }
    if let kinds = try? performed.get().kinds { self.kinds.formUnion(kinds) }
    for law in Law.all where violations[law.name] == nil && law.violation(by: performed) != nil {
      let shrunken = history.shrunken { history in
        law.violation(by: Result { try PerformedHistory(history) }) != nil
      }
      let reason = law.violation(by: Result { try PerformedHistory(shrunken) }) ?? ""
      violations[law.name] = "seed \(seed): \(reason)\n\(shrunken)"
    }
  }
}

/// A history, and the stores that performed it.
struct PerformedHistory {
  let history: History
  let naive: NaiveStore
  let real: RealStore

  init(_ history: History) throws {
    self.history = history
    naive = NaiveStore(history)
    real = try RealStore(history)
  }
}

/// A sentence that holds for every history.
struct Law: Sendable {
  let name: String
  /// Returns a description of the violation; `nil` if the law holds.
  fileprivate let violation: @Sendable (PerformedHistory) throws -> String?

  init(_ name: String, _ violation: @escaping @Sendable (PerformedHistory) throws -> String?) {
    self.name = name
    self.violation = violation
  }

  /// A history that throws an error violates every law.
  fileprivate func violation(by performed: Result<PerformedHistory, any Error>) -> String? {
    do {
      return try violation(performed.get())
    } catch {
      return "\(error)"
    }
  }
}
