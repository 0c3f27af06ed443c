package import Foundation
import Glibc

/// A file at one time, to find out later whether it has to be read again.
///
/// The file stays open, so that the system does not give its inode number to another file. So a
/// file that replaces it always has another number.
package final class FileVersion: Sendable {
  private let url: URL
  private let descriptor: Int32
  private let identity: Identity

  /// Opens the file at this URL; `nil` if there is none.
  ///
  /// - Throws: ``FileFault`` if the file cannot be opened.
  package init?(_ url: URL) throws(FileFault) {
    let descriptor = Glibc.open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileFault(url, "opening")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw FileFault(url, "opening")
    }
    self.url = url
    self.descriptor = descriptor
    identity = Identity(status)
  }

  deinit { close(descriptor) }

  /// Whether the URL still leads to this file, and nobody has written to it.
  package var isCurrent: Bool {
    var status = stat()
    return stat(url.path(percentEncoded: false), &status) == 0 && Identity(status) == identity
  }

  /// Reads the whole file; a second call returns nothing.
  ///
  /// - Throws: ``FileFault`` if the file cannot be read.
  package func contents() throws(FileFault) -> Data {
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      return try handle.readToEnd() ?? Data()
    } catch {
      throw FileFault(url, "reading", reason: error.localizedDescription)
    }
  }

  private struct Identity: Equatable, Sendable {
    let device: dev_t
    let number: ino_t
    let size: off_t
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
      device = status.st_dev
      number = status.st_ino
      size = status.st_size
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }
}
