import Synchronization

/// A flag that the graceful shutdown of a server sets.
package final class ShutdownFlag: Sendable {
  private let flag = Atomic(false)

  package init() {}

  /// Whether the graceful shutdown has begun.
  package var hasBegun: Bool { flag.load(ordering: .acquiring) }

  func begin() { flag.store(true, ordering: .releasing) }
}
