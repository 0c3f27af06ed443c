import Dispatch
import Foundation
import Glibc
import Synchronization

/// Watches files for touches, with one inotify instance for the process.
///
/// Linux limits the inotify instances of a user (often to 128 for all programs), so a process uses
/// one, however many stores it opens. If it cannot get one, it is not notified of the writes of
/// other processes and sees them at its next call.
package final class FileWatcher: Sendable {
  /// Identifies a watch for ``FileWatcher/remove(_:)``.
  package struct Watch: Sendable {
    fileprivate let file: Int32
    fileprivate let id: UUID
  }

  package static let shared = FileWatcher()

  private let events: Int32
  private let registry = Registry()
  /// Keeps the source alive; it is never cancelled, because the process watches until it ends.
  private let source: Mutex<(any DispatchSourceRead)?>

  private init() {
    events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    source = Mutex(events < 0 ? nil : Self.read(events, into: registry))
  }

  /// Calls `handler` after each touch of the file, and when a process closes the file that it had
  /// open for writing, because that process may have been killed before it could touch the file.
  ///
  /// - Returns: The watch, or `nil` if files cannot be watched.
  package func add(_ path: String, handler: @escaping @Sendable () -> Void) -> Watch? {
    registry.add(handler) { inotify_add_watch(events, path, UInt32(IN_ATTRIB | IN_CLOSE_WRITE)) }
  }

  /// Ends a watch; the file is no longer watched after its last watch has ended.
  package func remove(_ watch: Watch) {
    registry.remove(watch) { inotify_rm_watch(events, $0) }
  }

  private static func read(_ events: Int32, into registry: Registry) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: events)
    source.setEventHandler { registry.didTouch(touchedFiles(events)) }
    source.activate()
    return source
  }

  private static func touchedFiles(_ events: Int32) -> Set<Int32> {
    var touched: Set<Int32> = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while case let count = Glibc.read(events, buffer.baseAddress, buffer.count), count > 0 {
        touched.formUnion(files(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
      }
    }
    return touched
  }

  /// Each event is a header followed by a name, whose length is in the header.
  private static func files(in events: UnsafeRawBufferPointer) -> [Int32] {
    var files: [Int32] = []
    var offset = 0
    while offset + MemoryLayout<inotify_event>.size <= events.count {
      let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      files.append(event.wd)
      offset += MemoryLayout<inotify_event>.size + Int(event.len)
    }
    return files
  }
}

/// The handlers of each watched file.
private final class Registry: Sendable {
  private let files = Mutex<[Int32: [UUID: @Sendable () -> Void]]>([:])

  func add(_ handler: @escaping @Sendable () -> Void, watching: () -> Int32) -> FileWatcher.Watch? {
    let id = UUID()
    return files.withLock { files in
      // Under the lock: otherwise removing the file's last handler could end the new watch.
      let file = watching()
      guard file >= 0 else { return nil }
      files[file, default: [:]][id] = handler
      return FileWatcher.Watch(file: file, id: id)
    }
  }

  func remove(_ watch: FileWatcher.Watch, unwatching: (Int32) -> Void) {
    files.withLock { files in
      files[watch.file]?[watch.id] = nil
      guard files[watch.file]?.isEmpty == true else { return }
      files[watch.file] = nil
      unwatching(watch.file)
    }
  }

  func didTouch(_ touched: Set<Int32>) {
    let handlers = files.withLock { files in
      touched.flatMap { files[$0].map { Array($0.values) } ?? [] }
    }
    for handler in handlers { handler() }
  }
}
