package import Foundation

/// A lock that other processes, and other holders in this one, wait for; it goes with the process.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Waits until nobody else holds the lock of this file, which is made where it is missing.
  package init(_ url: URL) throws(FileFault) {
    descriptor = try PrivateFile.open(url, O_RDWR | O_CREAT)
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let fault = FileFault(url, "locking")
        close(descriptor)
        throw fault
      }
    }
  }

  deinit { close(descriptor) }

  /// Ends the lock's life here, where the compiler might end it earlier.
  package func release() { withExtendedLifetime(self) {} }

  /// Whether someone holds the lock now.
  package static func isHeld(_ url: URL) -> Bool {
    guard let descriptor = try? PrivateFile.open(url, O_RDWR) else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }
}
