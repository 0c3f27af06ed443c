import Foundation
import OpenStoreKit
import OpenStoreKitTest

/// Makes every synchronous call of a test session while no thread of tasks is free, and prints the name of
/// each one that has returned.
///
///     FullPoolProbe FILE [--buying]
///
/// With `--buying` an app is connected before, and its purchases are under way. The main thread
/// makes the calls, so that the main actor is taken too.
@main enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first else { preconditionFailure("FullPoolProbe FILE [--buying]") }
    let file = URL(filePath: path)
    let session = try await arguments.contains("--buying") ? buying(file) : first(file)
    try session.makeSynchronousCalls()
    _ = try SKTestSession(contentsOf: file)
    report("init(contentsOf:) again")
  }

  private static func first(_ file: URL) throws -> SKTestSession {
    FullPool.fill()
    let session = try SKTestSession(contentsOf: file)
    report("init(contentsOf:)")
    return session
  }

  private static func buying(_ file: URL) async throws -> SKTestSession {
    let session = try SKTestSession(contentsOf: file)
    try await App.begin(in: session)
    report("purchases are under way")
    FullPool.fill()
    return session
  }
}

func report(_ name: String) { FileHandle.standardOutput.write(Data("\(name)\n".utf8)) }
