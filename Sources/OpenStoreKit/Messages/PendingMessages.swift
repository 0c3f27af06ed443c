import Foundation
import Synchronization

/// The messages of a session that are due, and the listeners that receive them.
///
/// It calls nothing else while it holds its lock.
final class PendingMessages: Sendable {
  private let queue = Mutex(MessageQueue())

  func addListener() -> MessageQueue.ListenerID { queue.withLock { $0.addListener() } }

  func markReady(_ listener: MessageQueue.ListenerID) { queue.withLock { $0.markReady(listener) } }

  func removeListener(_ listener: MessageQueue.ListenerID) {
    queue.withLock { $0.removeListener(listener) }
  }

  /// Calls ``MessageQueue/update(_:at:)``.
  func update(_ subscriptions: [VerifiedPurchases.Subscription], at now: Date) {
    queue.withLock { $0.update(subscriptions, at: now) }
  }

  /// Calls ``MessageQueue/next(for:)``.
  func next(for listener: MessageQueue.ListenerID) -> Message? {
    queue.withLock { $0.next(for: listener) }
  }
}
