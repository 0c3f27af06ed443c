import Foundation

/// The processors of this machine.
enum Processors {
  /// How many this process may run on; all of them if the system does not say.
  ///
  /// Foundation's count leaves out what `taskset` has allowed.
  static let count: Int = {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let allowed = line?.dropFirst("Cpus_allowed:".count).compactMap(\.hexDigitValue)
    let count = allowed?.reduce(0) { $0 + $1.nonzeroBitCount } ?? 0
    return count > 0 ? count : ProcessInfo.processInfo.activeProcessorCount
  }()
}
