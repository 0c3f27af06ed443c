import Foundation

/// Files that only their owner may read, and that are on the disk when the call returns.
enum PrivateFiles {
  /// An operating system call that failed.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }
  }

  /// Runs `body` while no other process or thread does, for the same lock file.
  static func locked(_ file: URL, body: () throws -> Void) throws {
    let descriptor = try check(open(path(file), O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Failure(code: errno) }
    }
    try body()
  }

  /// Makes a folder with mode 0700; what stood there is gone.
  static func makeFolder(_ folder: URL) throws {
    if FileManager.default.fileExists(atPath: path(folder)) {
      try FileManager.default.removeItem(at: folder)
    }
    try check(mkdir(path(folder), 0o700))
  }

  /// Writes a new file with mode 0600.
  static func write(_ data: Data, to file: URL) throws {
    let descriptor = try check(open(path(file), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: data)
    try handle.synchronize()
    try handle.close()
  }

  /// Moves a finished folder to its place, which must be free.
  static func move(_ folder: URL, to place: URL) throws {
    try synchronize(folder)
    try check(rename(path(folder), path(place)))
    try synchronize(place.deletingLastPathComponent())
  }

  /// The permission bits of a file.
  static func permissions(of file: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(file))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  private static func synchronize(_ folder: URL) throws {
    let descriptor = try check(open(path(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(descriptor) }
    try check(fsync(descriptor))
  }

  @discardableResult
  private static func check(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Failure(code: errno) }
    return result
  }

  private static func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
