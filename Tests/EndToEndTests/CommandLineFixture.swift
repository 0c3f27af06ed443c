import Foundation
import PrivateFiles
import TestSupport
import Testing

/// One completed run of an executable of this package.
struct CommandRun {
  var status: Int32
  /// Whether a signal has ended it, whose number the status is.
  var isSignalled = false
  var output: String
  var errors: String

  /// Standard output as a JSON object.
  func json(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any],
      "no JSON object: \(output)\(errors)", sourceLocation: sourceLocation)
  }
}

/// A command line with a data folder of its own, which is removed when the fixture is released.
final class CommandLineFixture: Sendable {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var data: URL { folder.url }

  /// Runs the real binary with this data folder and waits until it ends.
  func skdemo(_ arguments: String...) async throws -> CommandRun {
    try await skdemo(arguments)
  }

  func skdemo(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await CommandRun.run(
      "skdemo", arguments, environment: ["SKDEMO_DATA": data.path].merging(environment) { $1 })
  }
}

extension CommandRun {
  /// Runs an executable of this package and waits until it ends.
  static func run(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await run(at: BuiltExecutable.url(executable), arguments, environment: environment)
  }

  /// Runs an executable and waits until it ends.
  static func run(
    at executable: URL, _ arguments: [String], environment: [String: String]
  ) async throws -> CommandRun {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    async let printed = output.fileHandleForReading.readAll()
    async let reported = errors.fileHandleForReading.readAll()
    let texts = try await (printed, reported)
    try await DetachedThread.run { process.waitUntilExit() }
    return CommandRun(
      status: process.terminationStatus, isSignalled: process.terminationReason == .uncaughtSignal,
      output: texts.0, errors: texts.1)
  }
}

extension FileHandle {
  fileprivate func readAll() async throws -> String {
    try await DetachedThread.run { String(decoding: try self.readToEnd() ?? Data(), as: UTF8.self) }
  }
}

/// Runs blocking calls outside the thread pool of Swift's tasks, which may have only two threads.
enum DetachedThread {
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }.get()
  }
}
