package import Foundation
import Glibc

/// Files and folders that only their owner reads; what is written is on the disk when a call
/// returns.
package enum PrivateFile {
  /// Makes a folder (0700) and those above it, where they are missing.
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

  /// Makes an empty file (0600), unless there is one.
  package static func make(_ url: URL) throws(FileFault) {
    close(try open(url, O_RDWR | O_CREAT))
  }

  /// A descriptor for writing to the file, which is made (0600) where it is missing; the caller
  /// closes it.
  package static func openForWriting(_ url: URL) throws(FileFault) -> Int32 {
    try open(url, O_WRONLY | O_CREAT)
  }

  /// Writes a new file (0600); one that is there already is a fault.
  package static func write(_ data: Data, to url: URL) throws(FileFault) {
    let descriptor = try FileEffect.makeFile.take(on: url) { () throws(FileFault) in
      try open(url, O_WRONLY | O_CREAT | O_EXCL)
    }
    defer { close(descriptor) }
    try write(data, to: descriptor, of: url)
  }

  /// What is found after the power has failed.
  package enum Durability: Sendable {
    /// Perhaps nothing: for what can be lost.
    case none
    /// The old or the new, whole.
    case whole
    /// The new.
    case kept
  }

  /// Puts `data` in place of the file (0600): a crash of the program at any moment leaves the old
  /// or the new.
  ///
  /// Whoever replaces the same file meanwhile waits. A crash may leave a draft beside the file,
  /// which the next replacement writes anew.
  package static func replace(
    _ url: URL, with data: Data, durability: Durability = .kept
  ) throws(FileFault) {
    let draft = url.appendingPathExtension("draft")
    let lock = try FileLock(draft)
    defer { lock.release() }
    do throws(FileFault) {
      try write(data, to: lock.descriptor, of: draft, durability: durability)
      try rename(draft, to: url)
      if durability == .kept { try synchronize(folder: url.deletingLastPathComponent()) }
    } catch {
      lock.remove()
      throw error
    }
  }

  /// Makes `data` all that the file holds, and waits for the disk unless it can be lost.
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

  /// A file that is empty already is not touched.
  private static func empty(_ descriptor: Int32, of url: URL) throws(FileFault) {
    guard lseek(descriptor, 0, SEEK_END) != 0 else { return }
    try FileEffect.empty.take(on: url) { () throws(FileFault) in
      guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw FileFault(url, "emptying")
      }
    }
  }

  /// Moves a finished file or folder to its place; a file there is replaced, a folder is a fault.
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

  /// Gives an open file the present date; whoever watches it hears of that.
  package static func touch(_ descriptor: Int32, of url: URL) throws(FileFault) {
    try FileEffect.touch.take(on: url) { () throws(FileFault) in
      guard futimens(descriptor, nil) == 0 else { throw FileFault(url, "touching") }
    }
  }

  /// The permission bits of a file; `nil` where they cannot be read.
  package static func permissions(of url: URL) -> Int? {
    let path = url.path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }

  /// A name is on the disk only when its folder is.
  package static func synchronize(folder: URL) throws(FileFault) {
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFault(folder, "writing") }
  }

  /// A descriptor that does not outlive the process image; what it makes is for its owner alone.
  static func open(_ url: URL, _ flags: Int32) throws(FileFault) -> Int32 {
    let descriptor = Glibc.open(url.path(percentEncoded: false), flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFault(url, "opening") }
    return descriptor
  }
}

extension Error {
  /// Foundation's words without their full stop, because more of the sentence follows.
  fileprivate var reason: String {
    let words = localizedDescription
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
