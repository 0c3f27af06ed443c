import Synchronization

/// Whether a server ends.
package final class ServerEnding: Sendable {
  private let flag = Atomic(false)

  package init() {}

  /// Whether the graceful shutdown has begun.
  package var hasBegun: Bool { flag.load(ordering: .acquiring) }

  func begin() { flag.store(true, ordering: .releasing) }
}
