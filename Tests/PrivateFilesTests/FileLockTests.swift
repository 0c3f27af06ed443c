import Foundation
import Glibc
import Testing

@testable import PrivateFiles

@Suite struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.url.appending(path: "lock") }

  @Test func `a lock is released at once, even if it has other references`() throws {
    let lock = try FileLock(file)
    let others = [lock, lock]

    lock.release()

    #expect(!FileLock.isHeld(file))
    #expect(try FileLock.tryLock(file, .exclusive) != nil)
    withExtendedLifetime(others) {}
  }

  @Test func `a released lock does not release or remove that of the next holder`() throws {
    let first = try FileLock(file)
    first.release()
    let second = try #require(try FileLock.tryLock(file, .exclusive))

    first.release()
    first.remove()

    #expect(FileLock.isHeld(file))
    #expect(FileManager.default.fileExists(atPath: file.path), "it is the next holder's file")
    second.release()
  }

  @Test func `a lock ends with its last reference`() throws {
    var lock: FileLock? = try FileLock(file)
    #expect(FileLock.isHeld(file))
    withExtendedLifetime(lock) {}

    lock = nil

    #expect(!FileLock.isHeld(file))
  }

  @Test func `a lock ends with its last reference, though a child has a copy of its descriptor`()
    throws
  {
    var lock: FileLock? = try FileLock(file)
    let copy = dup(try #require(lock?.descriptor))
    defer { close(copy) }

    lock = nil

    #expect(!FileLock.isHeld(file))
  }

  @Test func `a lock without sharing waits until the last shared holder has released it`()
    throws
  {
    let first = try #require(try FileLock.tryLock(file, .shared))
    let second = try #require(try FileLock.tryLock(file, .shared))
    #expect(try FileLock.tryLock(file, .exclusive) == nil)

    first.release()
    #expect(try FileLock.tryLock(file, .exclusive) == nil)
    second.release()

    #expect(try FileLock.tryLock(file, .exclusive) != nil)
  }

  @Test func `a file that was removed while its lock was held is made and locked again`() throws {
    let first = try FileLock(file)
    first.remove()

    let second = try FileLock(file)

    #expect(FileLock.isHeld(file))
    second.release()
    first.release()
  }
}
