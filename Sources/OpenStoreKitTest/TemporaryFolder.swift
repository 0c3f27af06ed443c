import Foundation
import Synchronization

/// The name of a folder that is removed when nobody has it any more, at the latest with the process.
final class TemporaryFolder: Sendable {
  private static let standing = Mutex<Set<URL>>([])
  private static let removal: Void = { atexit { TemporaryFolder.removeAll() } }()

  let url: URL

  init(_ name: String) {
    url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID())")
    Self.removal
    Self.standing.withLock { _ = $0.insert(url) }
  }

  deinit {
    Self.standing.withLock { _ = $0.remove(url) }
    try? FileManager.default.removeItem(at: url)
  }

  private static func removeAll() {
    for url in standing.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
  }
}
