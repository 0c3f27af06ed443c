/// The time and memory that the hash of one password takes.
package struct ScryptParameters: Hashable, Sendable {
  /// A power of two; time and memory grow with it.
  package var rounds: Int
  package var blockSize: Int
  package var parallelism: Int

  package init(rounds: Int, blockSize: Int = 8, parallelism: Int = 1) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// 32 MiB and some tenths of a second for each hash.
  ///
  /// Source: OWASP's "Password Storage Cheat Sheet", which lists settings of equal strength. Of
  /// those that a machine with little memory can afford, this one is the strongest.
  package static let standard = ScryptParameters(rounds: 1 << 15, blockSize: 8, parallelism: 3)
}

extension ScryptParameters: Comparable {
  /// Orders by the time of a hash; if the times are equal, by its memory.
  package static func < (one: ScryptParameters, other: ScryptParameters) -> Bool {
    (one.time, one.memory, one.rounds) < (other.time, other.memory, other.rounds)
  }

  private var time: Double { memory * Double(parallelism) }
  private var memory: Double { Double(rounds) * Double(blockSize) }
}
