import Foundation
import OpenStoreKit
import OpenStoreKitTest

/// Makes every synchronous call of a test session while no thread of tasks is free, and prints the name of
/// each one that has returned.
///
///     FullPoolProbe FILE
///
/// The main thread makes the calls, so that the main actor is taken too.
@main enum Main {
  static func main() throws {
    guard let path = CommandLine.arguments.dropFirst().first else {
      preconditionFailure("FullPoolProbe FILE")
    }
    FullPool.fill()
    let session = try SKTestSession(contentsOf: URL(filePath: path))
    report("init(contentsOf:)")
    try session.makeSynchronousCalls()
    _ = try SKTestSession(contentsOf: URL(filePath: path))
    report("init(contentsOf:) again")
  }
}

func report(_ name: String) { FileHandle.standardOutput.write(Data("\(name)\n".utf8)) }
