package import Foundation

/// A system call on a file that failed.
package struct FileError: Error, Hashable, Sendable {
  package let url: URL
  /// The action that failed, as in "writing".
  package let action: String
  /// The system's reason in words.
  package let reason: String

  package init(_ url: URL, _ action: String, reason: String) {
    self.url = url
    self.action = action
    self.reason = reason
  }

  /// The error of the system call that has just returned.
  init(_ url: URL, _ action: String) {
    self.init(url, action, reason: String(cString: strerror(errno)))
  }
}

extension FileError: CustomStringConvertible, LocalizedError {
  package var description: String {
    "\(action) \(url.path(percentEncoded: false)) failed: \(reason)"
  }

  package var errorDescription: String? { description }
}
