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
