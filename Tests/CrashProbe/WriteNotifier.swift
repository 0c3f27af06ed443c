import StoreEngine
import StoreSQLite
import Synchronization

/// Says when the storage has been written.
///
/// Where this process is the only one, its own writes are all that is told, right after each: what
/// the system tells of a file that was touched may come at any time.
struct Writes: Sendable {
  private let others: SQLiteLedgerStore?
  private let listeners = Listeners()

  /// `others` is asked for the writes of other processes, and `nil` where there are none.
  init(others: SQLiteLedgerStore?) { self.others = others }

  /// Yields to `listener` at once and after each write.
  func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?
  ) {
    if let others {
      others.notify(listener, ofChangesTo: customer)
    } else {
      listeners.add(listener)
    }
  }

  /// An element at the start and after each write; writes that nobody waited for come as one.
  func changes() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    notify(listener, ofChangesTo: nil)
    return stream
  }

  /// To be called after each write of this process.
  func note() { listeners.wake() }
}

private final class Listeners: Sendable {
  private let all = Mutex<[AsyncStream<Void>.Continuation]>([])

  func add(_ listener: AsyncStream<Void>.Continuation) {
    all.withLock { $0.append(listener) }
    listener.yield()
  }

  func wake() {
    for listener in all.withLock({ $0 }) { listener.yield() }
  }
}
