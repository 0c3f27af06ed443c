import Glibc

/// A lock that other processes, and other holders in this one, wait for; it goes with the process.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Waits until nobody else holds the lock.
  init(_ url: URL) throws(DeviceStoreFault) {
    descriptor = try POSIXFile.open(url, O_RDWR | O_CREAT)
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw POSIXFile.failure(url, "locking") }
    }
  }

  /// Whether someone holds the lock now.
  static func isHeld(_ url: URL) -> Bool {
    guard let descriptor = try? POSIXFile.open(url, O_RDWR) else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  /// Ends the lock's life where the compiler might end it earlier.
  func release() { withExtendedLifetime(self) {} }

  deinit { close(descriptor) }
}
