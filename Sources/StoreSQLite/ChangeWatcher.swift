import Foundation
import Glibc
import PrivateFiles
import Synchronization

/// Tells every process that uses a store when one of them has written, without polling.
///
/// A writer touches a file, which wakes whoever watches it in another process; streams of its own
/// process are woken directly.
final class ChangeWatcher: Sendable {
  let path: String
  private let touched: Int32
  private let listeners: Listeners
  private let watch: FileWatches.Watch?

  /// Watches the file, making it (0600) where there is none.
  init(path: String) throws {
    let touched = try PrivateFile.openForWriting(URL(filePath: path))
    let listeners = Listeners()
    self.path = path
    self.touched = touched
    self.listeners = listeners
    watch = FileWatches.shared.add(path) { listeners.wake() }
  }

  deinit {
    if let watch { FileWatches.shared.remove(watch) }
    Glibc.close(touched)
  }

  /// Wakes all watchers; a file that cannot be touched only makes others wait for their next call.
  func signal() {
    try? PrivateFile.touch(touched, of: URL(filePath: path))
    listeners.wake()
  }

  /// An element at the start and after each signal; signals that nobody waited for come as one.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    let listeners = listeners
    continuation.onTermination = { _ in listeners.remove(id) }
    listeners.add(continuation, as: id)
    continuation.yield()
    return stream
  }
}

/// The streams that wait for changes.
private final class Listeners: Sendable {
  private let continuations = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  func add(_ continuation: AsyncStream<Void>.Continuation, as id: UUID) {
    continuations.withLock { $0[id] = continuation }
  }

  func remove(_ id: UUID) {
    _ = continuations.withLock { $0.removeValue(forKey: id) }
  }

  func wake() {
    for continuation in continuations.withLock({ Array($0.values) }) {
      continuation.yield()
    }
  }
}
