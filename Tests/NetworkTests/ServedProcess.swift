import Foundation
import TestSupport

/// `skdemo serve` as a process of its own, which can be killed and started again.
final class ServedProcess {
  private let process = Process()
  /// Where it listens on 127.0.0.1.
  let port: Int

  /// Serves the store in this folder.
  init(data: URL) throws {
    process.executableURL = try BuiltExecutable.url("skdemo")
    process.arguments = ["serve", "--data", data.path, "--port", "0", "--log-level", "error"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.standardError
    try process.run()
    let line = try output.fileHandleForReading.line()
    guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw Misspelt(text: line)
    }
    self.port = port
  }

  deinit { kill() }

  /// As a power failure ends it.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

extension FileHandle {
  /// The first line, without its end.
  fileprivate func line() throws -> String {
    var bytes = Data()
    while let byte = try read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
      bytes += byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
