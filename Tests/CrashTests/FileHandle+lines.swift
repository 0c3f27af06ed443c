import Dispatch
import Foundation

extension FileHandle {
  /// The lines read from this handle until the other end is closed.
  ///
  /// Reading blocks, so it has a thread of its own: Swift's tasks share few threads.
  func lines() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    DispatchQueue(label: "lines").async {
      var buffer = Data()
      while case let data = self.availableData, !data.isEmpty {
        for line in buffer.takeLines(adding: data) { continuation.yield(line) }
      }
      continuation.finish()
    }
    return lines
  }
}

extension Data {
  /// Appends `data`, then removes and returns the complete lines.
  fileprivate mutating func takeLines(adding data: Data) -> [String] {
    append(data)
    var parts = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = parts.removeLast()
    let lines = parts.map { String(decoding: $0, as: UTF8.self) }
    self = Data(rest)
    return lines
  }
}
