package import Foundation
import Synchronization

/// A folder (0700) that is removed with its last reference, at the latest when the process exits.
package final class TemporaryFolder: Sendable {
  private static let existing = Mutex<Set<URL>>([])
  private static let removal: Void = { atexit { TemporaryFolder.removeAll() } }()

  package let url: URL

  /// Makes a folder whose name begins with `name`.
  ///
  /// - Throws: ``FileError`` if the folder cannot be made.
  package init(_ name: String = "skdemo") throws(FileError) {
    url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID())")
    Self.removal
    Self.existing.withLock { _ = $0.insert(url) }
    try PrivateFile.makeFolder(url)
  }

  deinit {
    Self.existing.withLock { _ = $0.remove(url) }
    try? FileManager.default.removeItem(at: url)
  }

  /// Whether the process exits, so that temporary folders disappear while other threads still use them.
  package static var processExits: Bool { exits.load(ordering: .sequentiallyConsistent) }

  private static let exits = Atomic(false)

  private static func removeAll() {
    exits.store(true, ordering: .sequentiallyConsistent)
    for url in existing.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
  }
}
