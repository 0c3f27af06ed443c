import Foundation

/// The command line of the process.
enum ProcessArguments {
  /// The program's name and its arguments, as the system started it.
  ///
  /// They are read from the kernel. Swift's library looks for them in memory, just before the
  /// environment, and finds nothing there if a preloaded library has set a variable: setting one
  /// moves the environment.
  static var current: [String] {
    (try? FileHandle(forReadingFrom: URL(filePath: "/proc/self/cmdline")).readToEnd())
      .flatMap(list) ?? CommandLine.arguments
  }

  /// The arguments of a list in which each ends with a zero byte; `nil` if there are none.
  static func list(_ bytes: Data) -> [String]? {
    guard bytes.last == 0 else { return nil }
    return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
