import Foundation
import TestSupport

/// Apple's App Store Server Library for Python, and inapppy, which verifies receipts with
/// verifyReceipt, in a virtual environment.
///
/// The environment is made once, below the folder of the tests' build, from PyPI or from the package
/// index that pip's settings name.
enum AppStoreServerLibrary {
  private static let version = "3.1.2"
  private static let inAppPyVersion = "2.5.2"
  private static let environment = Task { try await AppStoreServerLibrary.installed() }
  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Scripts")

  /// Runs a script of this folder until it ends.
  static func run(_ script: String, _ arguments: String...) async throws -> CommandRun {
    try await perform(environment.value, command(script, arguments), [:])
  }

  /// Starts a script of this folder.
  static func start(_ script: String, _ arguments: String...) async throws -> ChildProcess {
    try await ChildProcess(
      environment.value, command(script, arguments), streams: .lines(withErrors: true))
  }

  /// Without files of compiled code, which would be written beside the script.
  private static func command(_ script: String, _ arguments: [String]) -> [String] {
    ["-B", scripts.appending(path: script).path(percentEncoded: false)] + arguments
  }

  /// Returns Python's executable in the environment, which is made if it does not exist.
  private static func installed() async throws -> URL {
    let build = try BuiltExecutable.url("skdemo").deletingLastPathComponent()
    let folder = build.appending(
      path: "app-store-server-library-\(version)-inapppy-\(inAppPyVersion)")
    let python = folder.appending(path: "bin/python")
    guard !isExecutable(python) else { return python }
    let new = build.appending(path: "python-\(UUID())")
    defer { try? FileManager.default.removeItem(at: new) }
    try await install(in: new)
    do {
      try FileManager.default.moveItem(at: new, to: folder)
    } catch {
      // Another process may have made it at the same time.
      guard isExecutable(python) else { throw error }
    }
    return python
  }

  private static func install(in folder: URL) async throws {
    let path = folder.path(percentEncoded: false)
    let commands = [
      (URL(filePath: "/usr/bin/env"), ["python3", "-m", "venv", path]),
      (
        folder.appending(path: "bin/python"),
        [
          "-m", "pip", "install", "--quiet", "app-store-server-library==\(version)",
          "inapppy==\(inAppPyVersion)",
        ]
      ),
    ]
    for (executable, arguments) in commands {
      let run = try await perform(executable, arguments, pipSettings)
      guard run.status == 0 else {
        throw FixtureError(
          text: "the libraries for Python cannot be installed:\n\(run.output)\(run.errors)")
      }
    }
  }

  private static func isExecutable(_ file: URL) -> Bool {
    FileManager.default.isExecutableFile(atPath: file.path(percentEncoded: false))
  }

  /// An installation downloads packages, and some checks wait for the store.
  private static func perform(
    _ executable: URL, _ arguments: [String], _ environment: [String: String]
  ) async throws -> CommandRun {
    try await Patience.$seconds.withValue(300) {
      try await CommandRun.run(at: executable, arguments, environment: environment)
    }
  }

  /// The variables of this process that pip reads.
  private static var pipSettings: [String: String] {
    let names: Set = ["HOME", "PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"]
    return ProcessInfo.processInfo.environment.filter {
      names.contains($0.key) || $0.key.hasPrefix("PIP_")
        || $0.key.lowercased().hasSuffix("_proxy")
    }
  }
}
