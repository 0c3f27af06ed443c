import Dispatch
import Foundation
import Glibc
import Synchronization

/// Tells every process that uses a store when one of them has written, without polling.
///
/// A writer touches a file; inotify wakes whoever watches it, the writer's own process too. One
/// instance serves all streams of a store, because a user may have few inotify instances.
final class ChangeWatcher: Sendable {
  let path: String
  private let touched: Int32
  private let listeners: Listeners
  private let source: Mutex<any DispatchSourceRead>

  /// Watches the file, making it (0600) where there is none.
  init(path: String) throws {
    try PrivateFile.make(at: path)
    let touched = open(path, O_WRONLY | O_CLOEXEC)
    guard touched >= 0 else { throw FileError(path: path, code: errno) }
    let events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard events >= 0, inotify_add_watch(events, path, UInt32(IN_ATTRIB)) >= 0 else {
      throw FileError(path: path, code: errno)
    }
    let listeners = Listeners()
    self.path = path
    self.touched = touched
    self.listeners = listeners
    let source = DispatchSource.makeReadSource(fileDescriptor: events)
    source.setEventHandler {
      Self.drain(events)
      listeners.wake()
    }
    source.setCancelHandler { Glibc.close(events) }
    source.activate()
    self.source = Mutex(source)
  }

  deinit {
    source.withLock { $0.cancel() }
    Glibc.close(touched)
  }

  /// Wakes all watchers; a file that cannot be touched only makes others wait for their next call.
  func signal() {
    futimens(touched, nil)
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

  private static func drain(_ events: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(events, buffer.baseAddress, buffer.count) > 0 {}
    }
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
