import Foundation
import Glibc
import PrivateFiles
import Telemetry

/// The log of the storefront: a file of its owner that keeps the latest lines.
struct LogFile: Sendable {
  let url: URL
  let level: LogLevel

  /// The maximum size of the file in bytes, after a line has been recorded.
  ///
  /// The older half of a larger file is dropped. Text on standard error, which goes to the file, counts
  /// too.
  static let sizeLimit = 256 * 1024

  /// Adds a line, if it is important enough.
  ///
  /// A log that cannot be written must not stop the program.
  func record(_ level: LogLevel, _ text: String, at date: Date = Date()) {
    guard self.level.includes(level), let descriptor = try? open() else { return }
    defer { close(descriptor) }
    let start = Self.endsLine(descriptor) ? "" : "\n"
    let line = start + LogLine(level, text, at: date).description + "\n"
    // One write, so that the lines of two programs do not mix.
    _ = line.utf8.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) }
    shorten()
  }

  /// Drops the oldest lines of a file that is too long.
  func shorten() { try? dropOldest() }

  /// Whether a new line begins at the end of the file; text on standard error may lack a line break.
  private static func endsLine(_ descriptor: Int32) -> Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    var last = UInt8(ascii: "\n")
    return size <= 0 || pread(descriptor, &last, 1, size - 1) < 1 || last == UInt8(ascii: "\n")
  }

  /// A descriptor that adds to the end of the file, which the caller closes.
  ///
  /// - Throws: `FileError` if the file cannot be made.
  func open() throws(FileError) -> Int32 {
    try PrivateFile.makeFolder(url.deletingLastPathComponent())
    try PrivateFile.make(url)
    let flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    let descriptor = Glibc.open(url.path(percentEncoded: false), flags)
    guard descriptor >= 0 else { throw FileError(url, "opening", reason: Self.systemReason) }
    return descriptor
  }

  /// The lines of the file, oldest first; none if there is no file.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  func lines() throws(FileError) -> [LogLine] {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return [] }
    let text = String(decoding: try RegularFile.contents(of: url), as: UTF8.self)
    return text.split(separator: "\n").map { LogLine(String($0)) }
  }

  /// The reason why the last system call failed.
  private static var systemReason: String { String(cString: strerror(errno)) }

  /// Drops the older half if the file is too long.
  ///
  /// The file stays the same one, because standard error may be written to it at this moment.
  private func dropOldest() throws(FileError) {
    guard let size = PrivateFile.size(of: url), size > Self.sizeLimit else { return }
    let kept = try RegularFile.contents(of: url).suffix(Self.sizeLimit / 2)
    let whole = kept.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    let descriptor = try open()
    defer { close(descriptor) }
    guard ftruncate(descriptor, 0) == 0 else {
      throw FileError(url, "writing", reason: Self.systemReason)
    }
    _ = whole.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}

extension LogFile {
  /// The log of this person; `nil` if the environment has no home folder.
  init?(environment: [String: String], level: LogLevel) {
    guard let url = UserFolders(environment: environment).log else { return nil }
    self.init(url: url, level: level)
  }
}
