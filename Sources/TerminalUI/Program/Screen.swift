/// The one thread that owns the screen, its layers and ncurses.
///
/// It is not the main thread, because StoreKit's `purchase` is bound to the main actor and
/// must be able to run while the screen sleeps in `poll`.
@globalActor package actor Screen {
  package static let shared = Screen()

  private static let executor = PollExecutor()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.executor.asUnownedSerialExecutor()
  }

  /// Returns when one of the descriptors can be read or is gone, when `duration` has passed, or when
  /// the task is cancelled.
  @Screen static func waitUntilReadable(
    _ descriptors: [Int32], atMost duration: Duration? = nil
  ) async -> WaitEndReason {
    await executor.waitUntilReadable(descriptors, atMost: duration)
  }
}
