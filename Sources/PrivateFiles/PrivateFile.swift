package import Foundation
import Glibc

/// Files and folders that only their owner may read.
///
/// Data is on the disk when a call returns.
package enum PrivateFile {
  /// Creates a folder (0700) and its parents if they do not exist.
  package static func makeFolder(_ url: URL) throws(FileFault) {
    try FileEffect.makeFolder.take(on: url) { () throws(FileFault) in
      do {
        try FileManager.default.createDirectory(
          at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw FileFault(url, "making", reason: error.reason)
      }
    }
  }

  /// Creates an empty file (0600) if it does not exist.
  package static func make(_ url: URL) throws(FileFault) {
    close(try open(url, O_RDWR | O_CREAT))
  }

  /// Opens a file for writing; creates it (0600) if it does not exist.
  ///
  /// - Returns: A descriptor, which the caller closes.
  package static func openForWriting(_ url: URL) throws(FileFault) -> Int32 {
    try open(url, O_WRONLY | O_CREAT)
  }

  /// Writes a new file (0600); throws if the file exists.
  package static func write(_ data: Data, to url: URL) throws(FileFault) {
    let descriptor = try FileEffect.makeFile.take(on: url) { () throws(FileFault) in
      try open(url, O_WRONLY | O_CREAT | O_EXCL)
    }
    defer { close(descriptor) }
    try write(data, to: descriptor, of: url)
  }

  /// The content of a replaced file after a power failure.
  package enum Durability: Sendable {
    /// The file may be empty or damaged; for data that can be lost.
    case none
    /// The file has either the old data or the new data.
    case whole
    /// The file has the new data.
    case kept
  }

  /// Replaces the file (0600) with `data`.
  ///
  /// If the program crashes meanwhile, the file has the old data or the new data.
  ///
  /// If another process replaces the same file, the call waits. A crash may leave a temporary file
  /// beside the file, which the next call overwrites.
  package static func replace(
    _ url: URL, with data: Data, durability: Durability = .kept
  ) throws(FileFault) {
    let temporary = url.appendingPathExtension("draft")
    let lock = try FileLock(temporary)
    defer { lock.release() }
    do throws(FileFault) {
      try write(data, to: lock.descriptor, of: temporary, durability: durability)
      try rename(temporary, to: url)
      if durability == .kept { try synchronize(folder: url.deletingLastPathComponent()) }
    } catch {
      lock.remove()
      throw error
    }
  }

  /// Replaces the file's content, and waits for the disk unless the durability is `none`.
  private static func write(
    _ data: Data, to descriptor: Int32, of url: URL, durability: Durability = .kept
  ) throws(FileFault) {
    try empty(descriptor, of: url)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try FileEffect.write.take(on: url) { () throws(FileFault) in
      do {
        try handle.write(contentsOf: data)
        if durability != .none { try handle.synchronize() }
      } catch {
        throw FileFault(url, "writing", reason: error.reason)
      }
    }
  }

  /// Empties a file; an empty file is not changed.
  private static func empty(_ descriptor: Int32, of url: URL) throws(FileFault) {
    guard lseek(descriptor, 0, SEEK_END) != 0 else { return }
    try FileEffect.empty.take(on: url) { () throws(FileFault) in
      guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw FileFault(url, "emptying")
      }
    }
  }

  /// Moves a file or folder; replaces a file at `place`, and throws if a folder is there.
  package static func move(_ url: URL, to place: URL) throws(FileFault) {
    try rename(url, to: place)
    try synchronize(folder: place.deletingLastPathComponent())
  }

  private static func rename(_ url: URL, to place: URL) throws(FileFault) {
    try FileEffect.replace.take(on: place) { () throws(FileFault) in
      let result = Glibc.rename(
        url.path(percentEncoded: false), place.path(percentEncoded: false))
      guard result == 0 else { throw FileFault(place, "replacing") }
    }
  }

  /// Sets the date of an open file to now, which notifies the processes that watch the file.
  package static func touch(_ descriptor: Int32, of url: URL) throws(FileFault) {
    try FileEffect.touch.take(on: url) { () throws(FileFault) in
      guard futimens(descriptor, nil) == 0 else { throw FileFault(url, "touching") }
    }
  }

  /// Returns the permission bits of a file, or `nil` if they cannot be read.
  package static func permissions(of url: URL) -> Int? {
    // Foundation would also look up the owner's name in the system's user database.
    var status = stat()
    guard stat(url.path(percentEncoded: false), &status) == 0 else { return nil }
    return Int(status.st_mode & 0o7777)
  }

  /// Writes a folder to the disk; a new or changed file name is on the disk only after that.
  package static func synchronize(folder: URL) throws(FileFault) {
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFault(folder, "writing") }
  }

  /// Opens a file with `O_CLOEXEC`; a file that it creates has mode 0600.
  static func open(_ url: URL, _ flags: Int32) throws(FileFault) -> Int32 {
    let descriptor = Glibc.open(url.path(percentEncoded: false), flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFault(url, "opening") }
    return descriptor
  }
}

extension Error {
  /// Foundation's message without its full stop.
  fileprivate var reason: String {
    let message = localizedDescription
    return message.hasSuffix(".") ? String(message.dropLast()) : message
  }
}
