import Dispatch
import Foundation

extension FileHandle {
  /// The lines that come, until the other end is closed.
  ///
  /// They are read on a thread of their own, because those of Swift's tasks are few.
  func lines() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    DispatchQueue(label: "lines").async {
      var begun = Data()
      while case let data = self.availableData, !data.isEmpty {
        for line in begun.take(linesOf: data) { continuation.yield(line) }
      }
      continuation.finish()
    }
    return lines
  }
}

extension Data {
  /// Adds what has come and takes the lines that are whole.
  fileprivate mutating func take(linesOf data: Data) -> [String] {
    append(data)
    var parts = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = parts.removeLast()
    let lines = parts.map { String(decoding: $0, as: UTF8.self) }
    self = Data(rest)
    return lines
  }
}
