import Dispatch
import Foundation
import Glibc
import Synchronization

/// Hears of every touch of the files that this process watches, by one inotify instance.
///
/// A user has few instances (often 128 for all programs together), so a process takes one however
/// many stores it opens. Where not even that one is to be had nothing is heard from other
/// processes, and their writes are seen with the next call.
final class FileWatcher: Sendable {
  /// Ends one watch; the last of a file ends the file's.
  struct Watch: Sendable {
    fileprivate let file: Int32
    fileprivate let id: UUID
  }

  static let shared = FileWatcher()

  private let events: Int32
  private let registry = Registry()
  /// Kept so that it goes on reading; never cancelled, because the process watches to its end.
  private let source: Mutex<(any DispatchSourceRead)?>

  private init() {
    events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    source = Mutex(events < 0 ? nil : Self.read(events, into: registry))
  }

  /// Calls `handler` after each touch of the file, and when a process that could touch it has gone.
  ///
  /// That process may have been killed before it did. `nil` where files cannot be watched.
  func add(_ path: String, handler: @escaping @Sendable () -> Void) -> Watch? {
    registry.add(handler) { inotify_add_watch(events, path, UInt32(IN_ATTRIB | IN_CLOSE_WRITE)) }
  }

  func remove(_ watch: Watch) {
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

  /// Each event is a header and as many bytes of name as it says.
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

/// Who wants to hear of which file.
private final class Registry: Sendable {
  private let files = Mutex<[Int32: [UUID: @Sendable () -> Void]]>([:])

  func add(
    _ handler: @escaping @Sendable () -> Void, watching: () -> Int32
  ) -> FileWatcher.Watch? {
    let id = UUID()
    return files.withLock { files in
      // Under the lock, or the last listener's leave could end a watch that is just beginning.
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
