import Foundation
import TestSupport
import Testing

/// Results that cannot be written.
@Suite(.hangLimit) struct FullDiskOutputTests {
  @Test(arguments: [["history"], ["history", "--json"], ["status"], ["store", "transactions"]])
  func `a result that does not fit on the disk ends with a sentence and 1`(
    arguments: [String]
  ) async throws {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    let process = Process()
    let errors = Pipe()
    process.executableURL = try BuiltExecutable.url("skdemo")
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "SKDEMO_DATA": commandLine.data.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
    process.standardError = errors

    try process.run()
    let text = try await DetachedThread.run {
      String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    try await DetachedThread.run { process.waitUntilExit() }

    #expect(process.terminationStatus == 1)
    #expect(text.contains("could not be written"))
  }
}
