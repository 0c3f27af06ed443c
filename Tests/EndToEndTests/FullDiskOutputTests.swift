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

    let run = try await CommandRun.run(
      "skdemo", arguments, environment: ["SKDEMO_DATA": commandLine.data.path],
      outputFile: URL(filePath: "/dev/full"))

    #expect(run.status == 1)
    #expect(run.errors.contains("could not be written"))
  }
}
