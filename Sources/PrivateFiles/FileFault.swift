package import Foundation

/// A file operation that failed.
package struct FileFault: Error, Hashable, Sendable {
  package let url: URL
  /// The operation, such as "writing".
  package let action: String
  /// The system's message.
  package let reason: String

  package init(_ url: URL, _ action: String, reason: String) {
    self.url = url
    self.action = action
    self.reason = reason
  }

  /// The error of the last system call, from `errno`.
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
