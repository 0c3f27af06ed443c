import Foundation
import Glibc
import PrivateFiles
import StoreEngine

/// Notifies the listeners of all processes that use a store after a write, without polling.
///
/// A writer touches a file that the other processes watch. In its own process it notifies only the
/// listeners that the write concerns, and does so directly.
final class ChangeWatcher: Sendable {
  let listeners = Listeners()
  private let file: URL
  private let descriptor: Int32
  private let watch: FileWatcher.Watch?

  /// Watches the file; creates it with mode 0600 if it does not exist.
  init(_ file: URL, detector: ExternalChangeDetector) throws {
    let listeners = listeners
    self.file = file
    descriptor = try PrivateFile.openForWriting(file)
    watch = FileWatcher.shared.add(file.path(percentEncoded: false)) {
      detector.check { listeners.notify(.allCustomers) }
    }
  }

  deinit {
    if let watch { FileWatcher.shared.remove(watch) }
    Glibc.close(descriptor)
  }

  /// Notifies all other processes, and the listeners of this process that the write concerns.
  ///
  /// If the file cannot be touched, other processes see the write at their next call.
  func signal(_ scope: ChangeScope) {
    try? PrivateFile.touch(descriptor, of: file)
    listeners.notify(scope)
  }
}
