import Foundation

/// An advisory lock between processes, held while a file is replaced.
enum FileLock {
  /// Runs `body` while no other process holds the lock of the same file.
  ///
  /// - Throws: `CocoaError` when the lock file cannot be made, and what `body` throws.
  static func holding<Value>(_ file: URL, _ body: () throws -> Value) throws -> Value {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: file.path])
    }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
    return try body()
  }
}
