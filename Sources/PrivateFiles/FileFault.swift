package import Foundation

/// What the system refused to do with a file.
package struct FileFault: Error, Hashable, Sendable {
  package let url: URL
  /// What was tried, as in "writing".
  package let action: String
  /// The system's reason in words.
  package let reason: String

  package init(_ url: URL, _ action: String, reason: String) {
    self.url = url
    self.action = action
    self.reason = reason
  }

  /// The failure of the system call that has just returned.
  init(_ url: URL, _ action: String) {
    self.init(url, action, reason: String(cString: strerror(errno)))
  }
}

extension FileFault: CustomStringConvertible, LocalizedError {
  package var description: String {
    "\(action) \(url.path(percentEncoded: false)) failed: \(reason)"
  }

  package var errorDescription: String? { description }
}
