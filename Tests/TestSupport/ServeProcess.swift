package import Foundation
import Glibc

/// The real binary while it serves the store in a folder; it is killed with its owner.
package final class ServeProcess: Sendable {
  /// Where it said that it serves.
  package let url: String
  /// The line that it printed.
  package let output: String
  private let process: Process
  private let data: URL
  private let owner: (any Sendable)?

  private init(
    url: String, output: String, process: Process, data: URL, owner: (any Sendable)?
  ) {
    self.url = url
    self.output = output
    self.process = process
    self.data = data
    self.owner = owner
  }

  deinit { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  /// Starts and waits until it listens, on a port that the system chooses unless told otherwise.
  ///
  /// The owner of the folder is kept as long as the process. Throws ``FixtureError`` with what it said
  /// in place of where it serves.
  package static func start(
    data: URL, _ arguments: [String] = [], keeping owner: (any Sendable)? = nil
  ) async throws -> ServeProcess {
    let process = Process()
    let output = Pipe()
    process.executableURL = try BuiltExecutable.url("skdemo")
    process.arguments = ["serve", "--port", "0", "--data", data.path] + arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = try await output.fileHandleForReading.firstLine()
    guard let url = line.firstMatch(of: /https?:[^"]*/)?.output else {
      throw FixtureError(text: line)
    }
    return ServeProcess(url: String(url), output: line, process: process, data: data, owner: owner)
  }

  /// What the operator's routes ask for.
  package func operatorKey() throws -> String {
    try String(contentsOf: data.appending(path: "operator.key"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Sends TERM, and waits for the end.
  package func end() async throws -> Int32 {
    process.terminate()
    return await exitStatus()
  }

  /// Ends it without a word, as a power failure would.
  package func kill() async {
    Glibc.kill(process.processIdentifier, SIGKILL)
    _ = await exitStatus()
  }

  private func exitStatus() async -> Int32 {
    await Task.detached { [process] in
      process.waitUntilExit()
      return process.terminationStatus
    }.value
  }
}

extension FileHandle {
  /// What stands before the first line's end, or before that of all.
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
