import StoreEngine
import StoreSQLite
import Synchronization

/// Notifies listeners of writes to the storage.
///
/// If this process is the only one, it notifies of its own writes only, immediately after each. The
/// system's notifications of a touched file arrive at unpredictable times.
struct WriteNotifier: Sendable {
  private let sharedLedgers: SQLiteLedgerStore?
  private let listeners = Listeners()

  /// `sharedLedgers` notifies of other processes' writes; `nil` if there are no other processes.
  init(sharedLedgers: SQLiteLedgerStore?) { self.sharedLedgers = sharedLedgers }

  /// Yields to `listener` at once and after each write.
  func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?
  ) {
    if let sharedLedgers {
      sharedLedgers.notify(listener, ofChangesTo: customer)
    } else {
      listeners.add(listener)
    }
  }

  /// Yields at once and after each write.
  ///
  /// Writes that were not awaited are combined into one.
  func changes() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    notify(listener, ofChangesTo: nil)
    return stream
  }

  /// Must be called after each write of this process.
  func didWrite() { listeners.notifyAll() }
}

private final class Listeners: Sendable {
  private let all = Mutex<[AsyncStream<Void>.Continuation]>([])

  func add(_ listener: AsyncStream<Void>.Continuation) {
    all.withLock { $0.append(listener) }
    listener.yield()
  }

  func notifyAll() {
    for listener in all.withLock({ $0 }) { listener.yield() }
  }
}
