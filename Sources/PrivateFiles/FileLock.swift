package import Foundation
import Glibc
import Synchronization

/// A lock that other processes, and other holders in this process, wait for.
///
/// It ends with ``release()``, with its last reference, or with the process, whichever is first. A
/// holder may move or remove the lock's file: waiting processes then lock the file that has its name.
package final class FileLock: Sendable {
  let descriptor: Int32
  private let url: URL
  private let isHeld = Mutex(true)

  /// Waits until no other holder has the lock of this file.
  ///
  /// A missing file is made. A link at its path is removed and not followed.
  ///
  /// It blocks the calling thread. A task calls ``waiting(for:)`` instead, unless every holder only
  /// writes one file under the lock, as ``PrivateFile/replace(_:with:durability:)`` and a device's
  /// file do. Such a holder already has a thread and needs no other, so the wait ends after one
  /// write of each earlier holder. The wait is longer only if a holder's process is stopped or its
  /// disk does not answer. Until that holder continues or ends, each waiting task blocks one thread
  /// of the pool.
  package convenience init(_ url: URL) throws(FileError) {
    guard let descriptor = try Self.locked(url, LOCK_EX) else { throw FileError(url, "locking") }
    self.init(url, descriptor: descriptor)
  }

  /// Waits for the lock of a file that has no other name, so that the holder may write to the file.
  ///
  /// If the file has another name, it stays under that one: this name is removed, and a new file is
  /// made.
  static func onlyName(_ url: URL) throws(FileError) -> FileLock {
    while true {
      let lock = try FileLock(url)
      var status = stat()
      guard fstat(lock.descriptor, &status) == 0 else { throw FileError(url, "locking") }
      if status.st_nlink == 1 { return lock }
      lock.remove()
    }
  }

  /// Waits as ``init(_:)`` does, but suspends the calling task instead of blocking its thread.
  ///
  /// The holder of a lock may be suspended, and may need the thread that would otherwise wait.
  package static func waiting(for url: URL) async throws(FileError) -> FileLock {
    if let lock = try tryLock(url, .exclusive) { return lock }
    return try await DetachedThread.run { () throws(FileError) in try FileLock(url) }
  }

  private init(_ url: URL, descriptor: Int32) {
    self.url = url
    self.descriptor = descriptor
  }

  deinit {
    // A child that is being started has a copy of the descriptor until it executes its program, and
    // the lock stays while there is one.
    release()
    close(descriptor)
  }

  /// Whether a lock can have other holders at the same time.
  package enum Sharing: Sendable {
    /// Other holders that share the lock.
    case shared
    /// No other holder.
    case exclusive
  }

  /// The lock of this file; `nil` if another holder prevents it.
  ///
  /// A missing file is made.
  package static func tryLock(_ url: URL, _ sharing: Sharing) throws(FileError) -> FileLock? {
    let operation = sharing == .shared ? LOCK_SH : LOCK_EX
    guard let descriptor = try locked(url, operation | LOCK_NB) else { return nil }
    return FileLock(url, descriptor: descriptor)
  }

  /// Releases the lock, even if other code still refers to this value.
  package func release() {
    isHeld.withLock { isHeld in
      guard isHeld else { return }
      flock(descriptor, LOCK_UN)
      isHeld = false
    }
  }

  /// Removes the file of a lock that is held; a file that cannot be removed stays.
  package func remove() {
    isHeld.withLock { isHeld in
      if isHeld { Self.remove(url, lockedAs: descriptor) }
    }
  }

  /// Whether the lock is held now.
  package static func isHeld(_ url: URL) -> Bool {
    guard let descriptor = try? PrivateFile.open(url, O_RDWR | O_NOFOLLOW | O_NONBLOCK) else {
      return false
    }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  /// Removes the lock's file unless the lock is held.
  package static func removeUnlessHeld(_ url: URL) {
    guard let descriptor = try? PrivateFile.open(url, O_RDWR | O_NOFOLLOW | O_NONBLOCK) else {
      return
    }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(url, lockedAs: descriptor) }
  }
}

extension FileLock {
  /// A descriptor that holds the lock of the file that has this name now.
  ///
  /// - Returns: `nil` if another holder prevents it and the operation does not wait.
  private static func locked(_ url: URL, _ operation: Int32) throws(FileError) -> Int32? {
    while true {
      let descriptor = try FileEffect.lock.take(on: url) { () throws(FileError) in
        try PrivateFile.openOwn(url, O_RDWR)
      }
      while flock(descriptor, operation) != 0 {
        if errno == EINTR { continue }
        defer { close(descriptor) }
        guard errno == EWOULDBLOCK else { throw FileError(url, "locking") }
        return nil
      }
      if isName(url, of: descriptor) { return descriptor }
      close(descriptor)
    }
  }

  private static func remove(_ url: URL, lockedAs descriptor: Int32) {
    guard isName(url, of: descriptor) else { return }
    try? FileEffect.remove.take(on: url) { () throws(FileError) in
      guard unlink(url.path(percentEncoded: false)) == 0 else { throw FileError(url, "removing") }
    }
  }

  private static func isName(_ url: URL, of descriptor: Int32) -> Bool {
    var held = stat()
    var named = stat()
    return fstat(descriptor, &held) == 0
      && stat(url.path(percentEncoded: false), &named) == 0
      && held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }
}
