import Foundation
import StandardStreams
import StoreAPI
import StoreHTTPClient
import Synchronization

extension HTTPStore.Settings {
  /// Runs `body`, in which stores call `notice` while they do not answer, and `end` when nothing
  /// waits for them.
  static func noticing(
    _ notice: @escaping @Sendable (StoreAddress) -> Void,
    until end: @escaping @Sendable (StoreAddress) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows {
    var settings = usual
    settings.onWaiting = notice
    settings.onWaitEnded = end
    try await $usual.withValue(settings, operation: body)
  }
}

/// Reports once on standard error, if it is a terminal, that the program is waiting for a store.
final class WaitingNotice: Sendable {
  private let wasShown = Atomic(false)

  func show(_ store: StoreAddress) {
    guard Prompt.writesToTerminal, !wasShown.exchange(true, ordering: .relaxed) else { return }
    // A terminal that was stopped with Ctrl-S blocks the writer, and the caller holds a lock.
    Thread.detachNewThread {
      Prompt.write("skdemo: waiting for \(store.description) to answer\n")
    }
  }
}
