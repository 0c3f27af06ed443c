import Foundation
import PrivateFiles
import TestSupport
import Testing

extension CommandRun {
  /// Standard output as a JSON object.
  func json(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any],
      "no JSON object: \(output)\(errors)", sourceLocation: sourceLocation)
  }

  /// The payloads of the transactions that a command lists, in their order.
  func transactions() throws -> [[String: Any]] {
    let rows = try #require(try json()["transactions"] as? [[String: Any]])
    return rows.map { $0["transaction"] as? [String: Any] ?? $0 }
  }

  /// The ID of the transaction that a purchase reports.
  func boughtID() throws -> String {
    let transaction = try json()["transaction"] as? [String: Any]
    return try #require(transaction?["transactionId"] as? String)
  }
}

extension URL {
  /// The package's folder.
  static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
}

/// A command line with a data folder of its own, which is removed when the fixture is released.
final class CommandLineFixture: Sendable {
  enum Program: Sendable {
    /// The real binary, as a child process.
    case binary
    /// The same program in this process, which is cheaper; for tests of its output, not of its
    /// start or end.
    ///
    /// It would use the store and the time zone of this process's environment. So the binary runs
    /// instead, unless they are those of the binary, as they are under `.ci/test`.
    case inProcess
  }

  /// Whether the environment of this process has the binary's time zone and names no store.
  private static let hasEnvironmentOfBinary: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return environment["TZ"] == "UTC" && !environment.keys.contains { $0.hasPrefix("SKDEMO_") }
  }()

  private let folder: TemporaryFolder
  private let program: Program

  init(_ program: Program = .binary) throws {
    folder = try TemporaryFolder()
    self.program = Self.hasEnvironmentOfBinary ? program : .binary
  }

  var data: URL { folder.url }

  /// Runs the program with this data folder and waits until it ends.
  ///
  /// A run with additional environment variables always uses the binary.
  func skdemo(_ arguments: String...) async throws -> CommandRun { try await skdemo(arguments) }

  func skdemo(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> CommandRun {
    if program == .inProcess, environment.isEmpty {
      return await CommandRun.inProcess(arguments + ["--data", data.path])
    }
    return try await CommandRun.run(
      "skdemo", arguments, environment: ["SKDEMO_DATA": data.path].merging(environment) { $1 })
  }
}
