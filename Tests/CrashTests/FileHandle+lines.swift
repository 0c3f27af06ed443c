import Foundation
import Synchronization

extension FileHandle {
  /// The lines that come, until the other end is closed; no thread waits for them.
  func lines() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let begun = Mutex(Data())
    readabilityHandler = { handle in
      let data = handle.availableData
      for line in begun.withLock({ $0.take(linesOf: data) }) { continuation.yield(line) }
      guard data.isEmpty else { return }
      handle.readabilityHandler = nil
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
