/// How dear each guess of a password is.
package struct ScryptParameters: Hashable, Sendable {
  /// A power of two; memory grows with it.
  package var rounds: Int
  package var blockSize: Int
  package var parallelism: Int

  package init(rounds: Int, blockSize: Int = 8, parallelism: Int = 1) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// 32 MiB and some tenths of a second.
  ///
  /// Source: the equally strong settings of OWASP's "Password Storage Cheat Sheet"; this one is the
  /// strongest that leaves a small machine its memory.
  package static let standard = ScryptParameters(rounds: 1 << 15, blockSize: 8, parallelism: 3)
}

extension ScryptParameters: Comparable {
  /// By the time of a guess, and of those that take as long by its memory.
  package static func < (one: ScryptParameters, other: ScryptParameters) -> Bool {
    (one.time, one.memory, one.rounds) < (other.time, other.memory, other.rounds)
  }

  private var time: Double { memory * Double(parallelism) }
  private var memory: Double { Double(rounds) * Double(blockSize) }
}
