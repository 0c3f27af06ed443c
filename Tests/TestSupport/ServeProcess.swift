package import Foundation
import Glibc
import Synchronization

/// The real binary serving the store in a folder.
///
/// It is killed when this object is released.
package final class ServeProcess: Sendable {
  /// The URL that it printed.
  package let url: String
  /// The line that it printed.
  package let output: String
  private let process = Process()
  private let data: URL
  private let owner: (any Sendable)?
  private let heldPort = Mutex<HeldPort?>(nil)

  /// Starts the process and waits until it listens, by default on a port that the system chooses.
  ///
  /// Keeps `owner`, which removes the folder, as long as the process.
  ///
  /// - Throws: ``FixtureError`` with the printed line if that is not a URL.
  package init(
    data: URL, _ arguments: [String] = [], environment: [String: String] = [:],
    keeping owner: (any Sendable)? = nil
  ) async throws {
    let output = Pipe()
    process.executableURL = try BuiltExecutable.url("skdemo")
    process.arguments = ["serve", "--port", "0", "--data", data.path] + arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = try await output.fileHandleForReading.firstLine()
    guard let url = line.firstMatch(of: /https?:[^"]*/)?.output else {
      throw FixtureError(text: line)
    }
    (self.url, self.output, self.data, self.owner) = (String(url), line, data, owner)
  }

  deinit { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  /// The key for the operator's routes.
  package func operatorKey() throws -> String {
    try String(contentsOf: data.appending(path: "operator.key"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Sends SIGTERM and waits until the process has ended.
  ///
  /// - Returns: The exit status.
  package func end() async throws -> Int32 {
    process.terminate()
    return await exitStatus()
  }

  /// Sends SIGKILL and waits until the process has ended.
  ///
  /// As long as this object exists, only a server that asks for the same port gets it.
  ///
  /// - Throws: ``FixtureError`` if another server has the port already.
  package func kill() async throws {
    Glibc.kill(process.processIdentifier, SIGKILL)
    _ = await exitStatus()
    let port = try URL(string: url)?.port.map(HeldPort.init)
    heldPort.withLock { $0 = port }
  }

  private func exitStatus() async -> Int32 {
    await Task.detached { [process] in
      process.waitUntilExit()
      return process.terminationStatus
    }.value
  }
}

extension FileHandle {
  /// The first line, without its end.
  fileprivate func firstLine() async throws -> String {
    try await Task.detached {
      var line = Data()
      while let byte = try self.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
        line += byte
      }
      return String(decoding: line, as: UTF8.self)
    }.value
  }
}
