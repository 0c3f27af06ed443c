package import Foundation
import Glibc

/// Files and folders that only their owner can read.
///
/// When a call returns, its bytes are on the disk.
package enum PrivateFile {
  /// Makes a folder (0700) and the folders above it, unless they exist.
  package static func makeFolder(_ url: URL) throws(FileError) {
    try FileEffect.makeFolder.take(on: url) { () throws(FileError) in
      do {
        try FileManager.default.createDirectory(
          at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw FileError(url, "making", reason: error.reason)
      }
    }
  }

  /// Makes an empty file (0600), unless the file exists.
  ///
  /// It throws if the path is a broken link.
  package static func make(_ url: URL) throws(FileError) {
    let path = url.path(percentEncoded: false)
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { return _ = close(descriptor) }
    guard errno == EEXIST else { throw FileError(url, "opening") }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw FileError(url, "opening", reason: "it is a broken link: remove it")
    }
  }

  /// A descriptor for writing to the file, which the caller closes.
  ///
  /// A missing file is made (0600). A link at its path is removed and not followed.
  package static func openForWriting(_ url: URL) throws(FileError) -> Int32 {
    try openOwn(url, O_WRONLY)
  }

  /// Empties a file; a missing one is made (0600), and a link or another file's second name is replaced.
  package static func makeEmpty(_ url: URL) throws(FileError) {
    let descriptor = try FileEffect.makeFile.take(on: url) { () throws(FileError) in
      try openOwn(url, O_RDWR)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink == 1 else {
      try remove(url)
      return try makeEmpty(url)
    }
    try empty(descriptor, of: url)
    try synchronize(descriptor, of: url)
  }

  /// Makes a link to a path, which need not exist.
  package static func makeLink(_ url: URL, to path: String) throws(FileError) {
    try FileEffect.makeFile.take(on: url) { () throws(FileError) in
      guard symlink(path, url.path(percentEncoded: false)) == 0 else {
        throw FileError(url, "writing")
      }
    }
    try synchronize(folder: url.deletingLastPathComponent())
  }

  /// Writes a new file (0600).
  ///
  /// It throws if anything has this name, even a link.
  package static func write(_ data: Data, to url: URL) throws(FileError) {
    let descriptor = try FileEffect.makeFile.take(on: url) { () throws(FileError) in
      try open(url, O_WRONLY | O_CREAT | O_EXCL)
    }
    defer { close(descriptor) }
    try write(data, to: descriptor, of: url)
  }

  /// The bytes of a file; `nil` if the file does not exist.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, or is a folder or a pipe.
  package static func read(_ url: URL) throws(FileError) -> Data? {
    try FileVersion(url)?.contents()
  }

  /// The guarantee for a file's contents after a power failure.
  package enum Durability: Sendable {
    /// Perhaps nothing: for data that can be lost.
    case volatile
    /// The old data or the new data, whole.
    case atomic
    /// The new data.
    case durable
  }

  /// Replaces the file (0600) by `data`.
  ///
  /// A crash at any moment leaves the old data or the new data.
  ///
  /// Another replacement of the same file waits. A crash may leave a draft beside the file, which
  /// the next replacement overwrites. If the draft's path is a link or a second name of another
  /// file, this name is removed, and nothing is written to that other file.
  package static func replace(
    _ url: URL, with data: Data, durability: Durability = .durable
  ) throws(FileError) {
    let draft = url.appendingPathExtension("draft")
    let lock = try FileLock.onlyName(draft)
    defer { lock.release() }
    do throws(FileError) {
      try write(data, to: lock.descriptor, of: draft, durability: durability)
      try rename(draft, to: url)
      if durability == .durable { try synchronize(folder: url.deletingLastPathComponent()) }
    } catch {
      lock.remove()
      throw error
    }
  }

  /// Replaces the file's bytes by `data`, and waits for the disk unless the data can be lost.
  private static func write(
    _ data: Data, to descriptor: Int32, of url: URL, durability: Durability = .durable
  ) throws(FileError) {
    try empty(descriptor, of: url)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try FileEffect.write.take(on: url) { () throws(FileError) in
      do {
        try handle.write(contentsOf: data)
      } catch {
        throw FileError(url, "writing", reason: error.reason)
      }
    }
    if durability != .volatile { try synchronize(descriptor, of: url) }
  }

  /// Empties the file.
  ///
  /// An empty file is left as it is.
  private static func empty(_ descriptor: Int32, of url: URL) throws(FileError) {
    guard lseek(descriptor, 0, SEEK_END) != 0 else { return }
    try FileEffect.empty.take(on: url) { () throws(FileError) in
      guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw FileError(url, "emptying")
      }
    }
  }

  /// Moves a file or folder.
  ///
  /// It replaces a file at the new place, and throws if there is a folder.
  package static func move(_ url: URL, to place: URL) throws(FileError) {
    try rename(url, to: place)
    try synchronize(folder: place.deletingLastPathComponent())
  }

  /// Waits until the bytes that another library has written to a file are on the disk.
  package static func synchronize(file: URL) throws(FileError) {
    let descriptor = try open(file, O_RDWR)
    defer { close(descriptor) }
    try synchronize(descriptor, of: file)
  }

  /// Moves a file to a free place.
  ///
  /// - Returns: Whether the file was moved; `false` if something was there.
  package static func moveIfFree(_ url: URL, to place: URL) throws(FileError) -> Bool {
    let isLinked = try FileEffect.replace.take(on: place) { () throws(FileError) in
      guard
        Glibc.link(url.path(percentEncoded: false), place.path(percentEncoded: false)) != 0
      else { return true }
      guard errno == EEXIST else { throw FileError(place, "writing") }
      return false
    }
    guard isLinked else { return false }
    try remove(url)
    try synchronize(folder: place.deletingLastPathComponent())
    return true
  }

  private static func rename(_ url: URL, to place: URL) throws(FileError) {
    try FileEffect.replace.take(on: place) { () throws(FileError) in
      let result = Glibc.rename(
        url.path(percentEncoded: false), place.path(percentEncoded: false))
      guard result == 0 else { throw FileError(place, "replacing") }
    }
  }

  /// Removes a file, and waits until the removal is on the disk.
  package static func remove(_ url: URL) throws(FileError) {
    try FileEffect.remove.take(on: url) { () throws(FileError) in
      guard unlink(url.path(percentEncoded: false)) == 0 else { throw FileError(url, "removing") }
    }
    try synchronize(folder: url.deletingLastPathComponent())
  }

  /// Gives an open file the present date, which notifies those who watch the file.
  package static func touch(_ descriptor: Int32, of url: URL) throws(FileError) {
    try FileEffect.touch.take(on: url) { () throws(FileError) in
      guard futimens(descriptor, nil) == 0 else { throw FileError(url, "touching") }
    }
  }

  /// The size of a file in bytes; `nil` if it cannot be read.
  package static func size(of url: URL) -> Int? {
    var status = stat()
    return stat(url.path(percentEncoded: false), &status) == 0 ? Int(status.st_size) : nil
  }

  /// The permission bits of a file; `nil` if they cannot be read.
  package static func permissions(of url: URL) -> Int? {
    // Foundation's attributes include the owner's name, which takes a look-up in the system's lists.
    var status = stat()
    guard stat(url.path(percentEncoded: false), &status) == 0 else { return nil }
    return Int(status.st_mode & 0o7777)
  }

  /// Waits until the disk has the folder: only then does it have the names in it.
  package static func synchronize(folder: URL) throws(FileError) {
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    try synchronize(descriptor, of: folder)
  }

  private static func synchronize(_ descriptor: Int32, of url: URL) throws(FileError) {
    try FileEffect.synchronize.take(on: url) { () throws(FileError) in
      guard fsync(descriptor) == 0 else { throw FileError(url, "writing") }
    }
  }

  /// A descriptor of one of this program's files; a missing file is made (0600).
  ///
  /// A link, a pipe or a socket at its path is removed and not followed. It throws if the path is a
  /// folder.
  static func openOwn(_ url: URL, _ flags: Int32) throws(FileError) -> Int32 {
    while true {
      let path = url.path(percentEncoded: false)
      let descriptor = Glibc.open(
        path, flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      if descriptor >= 0, isFile(descriptor) { return descriptor }
      let reason = errno
      if descriptor >= 0 { close(descriptor) }
      guard descriptor >= 0 || [ELOOP, ENXIO].contains(reason) else {
        errno = reason
        throw FileError(url, "opening")
      }
      guard unlink(path) == 0 || errno == ENOENT else { throw FileError(url, "removing") }
    }
  }

  private static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// A descriptor that closes when the process starts another program.
  ///
  /// New files are 0600.
  static func open(_ url: URL, _ flags: Int32) throws(FileError) -> Int32 {
    let descriptor = Glibc.open(url.path(percentEncoded: false), flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(url, "opening") }
    return descriptor
  }
}

extension Error {
  /// Foundation's description without its full stop, because the sentence continues.
  fileprivate var reason: String {
    let words = localizedDescription
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
