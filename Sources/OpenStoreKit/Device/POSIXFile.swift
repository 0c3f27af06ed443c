import Glibc

/// The few system calls that Foundation does not make as a device needs them.
enum POSIXFile {
  /// Makes a folder that only its owner can read, if it is missing.
  static func makeFolder(_ url: URL) throws(DeviceStoreFault) {
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .failed(url, doing: "making", reason: error.localizedDescription)
    }
  }

  /// Opens a file that only its owner can read.
  static func open(_ url: URL, _ flags: Int32) throws(DeviceStoreFault) -> Int32 {
    let descriptor = Glibc.open(url.path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(url, "opening") }
    return descriptor
  }

  /// Puts `data` in place of the file: a crash at any moment leaves the old or the new.
  static func replace(_ url: URL, with data: Data) throws(DeviceStoreFault) {
    let draft = url.appendingPathExtension("\(getpid()).\(UUID().uuidString)")
    do throws(DeviceStoreFault) {
      try write(data, to: draft)
      guard rename(draft.path, url.path) == 0 else { throw failure(url, "replacing") }
    } catch {
      unlink(draft.path)
      throw error
    }
    try synchronize(folder: url.deletingLastPathComponent())
  }

  static func failure(_ url: URL, _ action: String) -> DeviceStoreFault {
    .failed(url, doing: action, reason: String(cString: strerror(errno)))
  }

  private static func write(_ data: Data, to url: URL) throws(DeviceStoreFault) {
    let descriptor = try open(url, O_WRONLY | O_CREAT | O_EXCL)
    defer { close(descriptor) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw failure(url, "writing") }
      rest = rest.dropFirst(max(0, count))
    }
    guard fsync(descriptor) == 0 else { throw failure(url, "writing") }
  }

  /// A rename is on the disk only when its folder is.
  private static func synchronize(folder: URL) throws(DeviceStoreFault) {
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(folder, "writing") }
  }
}
