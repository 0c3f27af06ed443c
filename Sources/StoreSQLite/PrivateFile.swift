import Foundation
import Glibc

/// Files that only their owner reads.
enum PrivateFile {
  /// Makes an empty file (0600) unless it exists; SQLite gives its companions the same rights.
  static func make(at path: String) throws {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    Glibc.close(descriptor)
  }
}

extension PrivateFile {
  /// What `body` returns, run while no other process runs one under the same file's lock.
  static func locked<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    defer { Glibc.close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { throw FileError(path: path, code: errno) }
    return try body()
  }
}

/// What the system said about a file.
struct FileError: Error, LocalizedError {
  let path: String
  let code: Int32

  var errorDescription: String? { "\(path): \(String(cString: strerror(code)))" }
}
