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

/// What the system said about a file.
struct FileError: Error, LocalizedError {
  let path: String
  let code: Int32

  var errorDescription: String? { "\(path): \(String(cString: strerror(code)))" }
}
