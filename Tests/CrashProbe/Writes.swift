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

  /// An element at the start and after each write; writes that nobody waited for come as one.
  func changes() -> AsyncStream<Void> { others?.changes() ?? listeners.listen() }

  /// To be called after each write of this process.
  func note() { listeners.wake() }
}

private final class Listeners: Sendable {
  private let all = Mutex<[AsyncStream<Void>.Continuation]>([])

  func listen() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    all.withLock { $0.append(listener) }
    listener.yield()
    return stream
  }

  func wake() {
    for listener in all.withLock({ $0 }) { listener.yield() }
  }
}
