import Foundation
import Glibc
import PrivateFiles
import StoreEngine

/// Tells every process that uses a store when one of them has written, without polling.
///
/// A writer touches a file, which wakes whoever watches it in another process; streams of its own
/// process are woken directly, and those alone whom the write concerns.
final class ChangeWatcher: Sendable {
  let listeners = Listeners()
  private let file: URL
  private let touched: Int32
  private let watch: FileWatcher.Watch?

  /// Watches the file, making it (0600) where there is none.
  init(_ file: URL, foreign: ExternalChangeDetector) throws {
    let listeners = listeners
    self.file = file
    touched = try PrivateFile.openForWriting(file)
    watch = FileWatcher.shared.add(file.path(percentEncoded: false)) {
      foreign.check { listeners.wake(.everyone) }
    }
  }

  deinit {
    if let watch { FileWatcher.shared.remove(watch) }
    Glibc.close(touched)
  }

  /// Wakes all other processes, and of this one whom the write concerns; a file that cannot be
  /// touched only makes others wait for their next call.
  func signal(_ audience: ChangeScope) {
    try? PrivateFile.touch(touched, of: file)
    listeners.wake(audience)
  }
}
