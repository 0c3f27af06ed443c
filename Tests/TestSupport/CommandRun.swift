package import Foundation
import Subprocess
import SystemPackage

/// One completed run of a program.
///
/// For a program that is to run while the test goes on, use ``ChildProcess``.
///
/// ```swift
/// let run = try await CommandRun.run("skdemo", ["status"], environment: ["SKDEMO_DATA": path])
/// #expect(run.status == 0)
/// ```
package struct CommandRun: Sendable {
  package var status: Int32
  /// Whether a signal ended it; the status is then the signal's number.
  package var isSignalled: Bool
  package var output: String
  package var errors: String

  package init(status: Int32, isSignalled: Bool = false, output: String, errors: String) {
    (self.status, self.isSignalled) = (status, isSignalled)
    (self.output, self.errors) = (output, errors)
  }
}

extension CommandRun {
  /// Runs an executable of this package and waits until it ends, as ``run(at:_:environment:outputFile:)``.
  package static func run(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:],
    outputFile: URL? = nil
  ) async throws -> CommandRun {
    try await run(
      at: BuiltExecutable.url(executable), arguments, environment: environment,
      outputFile: outputFile)
  }

  /// Runs an executable with an empty input and waits until it ends.
  ///
  /// It has no other environment than `environment`, PATH, the UTF-8 locale and the time zone UTC. What it prints goes to
  /// `outputFile`, if there is one. If the waiting task is cancelled, the program is killed. No thread
  /// is blocked.
  ///
  /// - Throws: If the program cannot be started; ``FixtureError`` if it does not end in time, see
  ///   ``Patience``: it is then killed.
  package static func run(
    at executable: URL, _ arguments: [String], environment: [String: String] = [:],
    outputFile: URL? = nil
  ) async throws -> CommandRun {
    let configuration = Configuration(executable, arguments, environment)
    let work = Task { try await run(configuration, outputFile) }
    let patience = Patience { work.cancel() }
    defer { patience.end() }
    let result = await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      work.cancel()
    }
    guard patience.lasts else {
      throw FixtureError(text: "\(executable.name(with: arguments)) did not end")
    }
    return try result.get()
  }

  private static func run(
    _ configuration: Configuration, _ outputFile: URL?
  ) async throws -> CommandRun {
    guard let outputFile else {
      let result = try await Subprocess.run(
        configuration, output: .bytes(limit: .max), error: .bytes(limit: .max))
      return CommandRun(result.terminationStatus, result.standardOutput, result.standardError)
    }
    let file = try FileDescriptor.open(FilePath(outputFile.path), .writeOnly)
    let result = try await Subprocess.run(
      configuration, output: .fileDescriptor(file, closeAfterSpawningProcess: true),
      error: .bytes(limit: .max))
    return CommandRun(result.terminationStatus, [], result.standardError)
  }

  private init(_ status: TerminationStatus, _ output: [UInt8], _ errors: [UInt8]) {
    let (output, errors) = (
      String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self)
    )
    switch ProcessEnd(status) {
    case .exited(let code): self.init(status: code, output: output, errors: errors)
    case .signalled(let signal):
      self.init(status: signal, isSignalled: true, output: output, errors: errors)
    }
  }
}

extension [String: String] {
  /// This process's PATH, for tools that need not stand in `/usr/bin`.
  package static var ownPath: Self {
    ProcessInfo.processInfo.environment.filter { $0.key == "PATH" }
  }
}

extension Configuration {
  /// A program with no other environment than `environment`, PATH, the UTF-8 locale and the time zone UTC.
  init(_ executable: URL, _ arguments: [String], _ environment: [String: String]) {
    let environment = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
    ].merging(environment) { $1 }
    self.init(
      executable: .path(FilePath(executable.path)), arguments: Arguments(arguments),
      environment: .custom(
        [Environment.Key: String](
          uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) })))
  }
}
