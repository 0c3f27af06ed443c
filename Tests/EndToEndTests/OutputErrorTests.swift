import Foundation
import TestSupport
import Testing

/// Results that cannot be written, of commands that have changed something and of others.
@Suite(.hangLimit) struct OutputErrorTests {
  @Test func `what was bought although its output could not be written is said, and ends with 4`()
    async throws
  {
    let commandLine = try CommandLineFixture()

    let bought = try await commandLine.skdemoOnFullDisk("buy", "nonconsumable.car", "--yes")
    let asJSON = try await commandLine.skdemoOnFullDisk(
      "buy", "nonconsumable.racecar", "--yes", "--json")
    let history = try await commandLine.skdemo("history", "--json").json()

    #expect(bought.status == 4)
    #expect(
      bought.errors.hasPrefix(
        "skdemo: the command succeeded, but its result could not be written"))
    #expect(bought.errors.contains("Car"))
    #expect(asJSON.status == 4)
    #expect(try asJSON.errorCode() == "unwrittenResult")
    #expect((history["transactions"] as? [Any])?.count == 2)
  }

  private static let endings: [([String], Int32)] = [
    (["store", "clock", "freeze"], 4), (["store", "offer-key", "create"], 4),
    (["store", "pace", "realTime"], 4), (["open", .carURL], 4),
    (["store", "clock"], 1), (["products"], 1), (["store", "settings", "--json"], 1),
    (["buy", "nonconsumable.car"], 1), (["--help"], 1), (["--version"], 1), (["help", "store"], 1),
    (["store"], 1), (["--generate-completion-script", "bash"], 1),
  ]

  @Test(arguments: endings)
  func `only a change that was made ends with 4`(arguments: [String], status: Int32) async throws {
    let run = try await CommandLineFixture().skdemoOnFullDisk(arguments)

    #expect(run.status == status)
    #expect(run.errors.contains("could not be written"))
    #expect(!run.errors.contains("PRIVATE KEY"), "a secret goes to no other place")
  }
}

extension String {
  fileprivate static let carURL =
    "itms-services://?action=purchaseIntent&bundleId=com.example.skdemo"
    + "&productIdentifier=nonconsumable.car"
}

extension CommandLineFixture {
  /// Runs the real binary, whose output goes to a full disk.
  fileprivate func skdemoOnFullDisk(_ arguments: String...) async throws -> CommandRun {
    try await skdemoOnFullDisk(arguments)
  }

  fileprivate func skdemoOnFullDisk(_ arguments: [String]) async throws -> CommandRun {
    try await CommandRun.run(
      "skdemo", arguments, environment: ["SKDEMO_DATA": data.path],
      outputFile: URL(filePath: "/dev/full"))
  }
}
