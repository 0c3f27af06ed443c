package import Foundation
import Glibc

/// A file as it was under a name at one moment.
///
/// It shows whether the file has to be read again. The file stays open, so that the system gives its
/// inode number to no other file: a replacement always has another number.
package final class FileVersion: Sendable {
  private typealias Identity = (
    device: dev_t, number: ino_t, size: off_t, seconds: Int, nanoseconds: Int
  )

  private let url: URL
  private let descriptor: Int32
  private let identity: Identity

  /// The file that has this name now; `nil` if there is none.
  ///
  /// - Throws: ``FileError`` if the file cannot be opened, or is a folder or a pipe.
  package init?(_ url: URL) throws(FileError) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let descriptor = Glibc.open(
      url.path(percentEncoded: false), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(url, "opening")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw FileError(url, "opening")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw FileError(url, "opening", reason: "it is not a regular file")
    }
    self.url = url
    self.descriptor = descriptor
    identity = Self.identity(of: status)
  }

  deinit { close(descriptor) }

  /// Whether the name still belongs to this file, and the file is unchanged.
  package var isCurrent: Bool {
    var status = stat()
    return stat(url.path(percentEncoded: false), &status) == 0
      && Self.identity(of: status) == identity
  }

  /// The file's bytes.
  ///
  /// Call it once: it reads on from where the last read ended.
  ///
  /// - Throws: ``FileError`` if the file cannot be read.
  package func contents() throws(FileError) -> Data {
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      return try handle.readToEnd() ?? Data()
    } catch {
      throw FileError(url, "reading", reason: error.localizedDescription)
    }
  }

  private static func identity(of status: stat) -> Identity {
    (status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
