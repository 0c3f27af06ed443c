import Foundation
import TestSupport
import Testing

/// The storefront as lines on a real terminal.
@Suite(.hangLimit) struct LineStorefrontTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture() }

  private func open(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> TerminalSession {
    try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), arguments: arguments,
      environment: ["SKDEMO_DATA": commandLine.data.path].merging(environment) { $1 })
  }

  @Test(
    arguments: [
      (["--plain"], [:]), ([], ["TERM": "dumb"]), ([], ["TERM": ""]), (["--accessible"], [:]),
    ] as [([String], [String: String])])
  func `a car is bought without a control sequence`(
    arguments: [String], environment: [String: String]
  ) async throws {
    let shop = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), arguments: arguments,
      environment: ["SKDEMO_DATA": commandLine.data.path].merging(environment) { $1 })
    try await shop.waitFor("Head over to the shop")
    shop.send("s\n")
    try await shop.waitFor("Restore Purchases")
    shop.send("b\n")
    try await shop.waitFor("No money moves.")
    shop.send("p\n")
    try await shop.waitFor("Yours")
    let start = shop.count
    shop.send("\n")
    try await shop.waitFor("Restore Purchases", after: start)
    shop.send("q\n")

    #expect(try await shop.waitForEnd() == .exited(0))
    #expect(!shop.text.contains("\u{1B}"))
    #expect(shop.modes == shop.initialModes)
    #expect(try await commandLine.skdemo("status").output.contains("Car"))
  }

  @Test func `a line that is not a command gets advice, and the end of the input ends the menu`()
    async throws
  {
    let shop = try await open("--plain")
    try await shop.waitFor("Head over to the shop")
    shop.send("sell\n")
    try await shop.waitFor("There is no \"sell\" here.")
    shop.send("\u{04}")

    #expect(try await shop.waitForEnd() == .exited(0))
  }

  @Test func `without a terminal for answers the status is printed`() async throws {
    let run = try await commandLine.skdemo("--plain").succeeded()

    #expect(run.output.contains("nothing owned yet"))
  }
}
