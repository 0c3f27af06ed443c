package import Foundation

/// A new folder, which is removed when this object is released.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appending(path: "skdemo-\(UUID())")

  package init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
