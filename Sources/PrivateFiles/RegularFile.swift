package import Foundation
import Glibc

/// Access to files that others may have made, and whose paths can lead to a pipe or a device.
///
/// Opening a pipe waits for its other end, and a device may have no end. So only a regular file, or a
/// link to one, is read.
package enum RegularFile {
  /// Checks that there is a regular file, without waiting.
  ///
  /// - Throws: ``FileError`` if the file is missing, not readable, or not a regular file.
  package static func check(_ url: URL) throws(FileError) {
    close(try open(url))
  }

  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - url: The file, or a link to it.
  ///   - limit: The maximum number of bytes to read; `nil` for all.
  /// - Returns: The file's bytes, or its first `limit` bytes.
  /// - Throws: ``FileError`` if the file is missing, not readable, or not a regular file.
  package static func contents(of url: URL, upTo limit: Int? = nil) throws(FileError) -> Data {
    let descriptor = try open(url)
    defer { close(descriptor) }
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      guard let limit else { return try handle.readToEnd() ?? Data() }
      return try handle.read(upToCount: limit) ?? Data()
    } catch {
      throw FileError(url, "reading", reason: error.localizedDescription)
    }
  }

  private static func open(_ url: URL) throws(FileError) -> Int32 {
    // With O_NONBLOCK, opening a pipe that nobody writes to does not wait.
    let descriptor = Glibc.open(
      url.path(percentEncoded: false), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(url, "opening") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw FileError(url, "reading", reason: "it is a \(kind(status)), not a file")
    }
    return descriptor
  }

  private static func kind(_ status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: "folder"
    case S_IFIFO: "pipe"
    case S_IFSOCK: "socket"
    default: "device"
    }
  }
}
