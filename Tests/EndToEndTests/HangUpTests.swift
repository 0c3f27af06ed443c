import Foundation
import TestSupport
import Testing

/// A customer who goes away while the App Store asks has not agreed.
@Suite(.hangLimit) struct HangUpTests {
  /// How the customer goes away.
  enum Leaving: CaseIterable, Sendable {
    /// SIGHUP, as `kill -HUP` sends it.
    case signal
    /// The terminal's window is closed.
    case closedTerminal
    /// The window is closed, and the program ignores SIGHUP, as under `nohup`: it reads the
    /// terminal's end.
    case closedTerminalIgnoringSignal
  }

  private let commandLine: CommandLineFixture

  init() throws {
    commandLine = try CommandLineFixture()
  }

  @Test(arguments: Leaving.allCases)
  func `hanging up while the storefront's sheet asks charges nothing`(
    leaving: Leaving
  ) async throws {
    let shop = try await commandLine.terminal([], leaving: leaving)
    try await shop.waitFor("get started!")
    shop.send("s")
    try await shop.waitFor("Fuel87")
    shop.send("b")
    try await shop.waitFor("No money moves.")

    shop.leave(leaving)
    _ = try await shop.waitForEnd()

    #expect(try await commandLine.sold() == "no transactions yet\n")
  }

  @Test(arguments: Leaving.allCases)
  func `hanging up while a command asks charges nothing`(leaving: Leaving) async throws {
    let command = try await commandLine.terminal(["buy", "nonconsumable.car"], leaving: leaving)
    try await command.waitFor("[y/N] ")

    command.leave(leaving)
    _ = try await command.waitForEnd()

    #expect(try await commandLine.sold() == "no transactions yet\n")
  }

  @Test func `the end of the input is not an answer, but a yes is`() async throws {
    let ended = try await commandLine.terminal(["buy", "nonconsumable.car"])
    try await ended.waitFor("[y/N] ")
    // Ctrl-D, the end of the input.
    ended.send("\u{4}")
    let declined = try await ended.waitForEnd()
    let afterwards = try await commandLine.sold()
    let agreeing = try await commandLine.terminal(["buy", "nonconsumable.car"])
    try await agreeing.waitFor("[y/N] ")
    agreeing.send("y\n")

    #expect(declined == .exited(1))
    #expect(afterwards == "no transactions yet\n")
    #expect(try await agreeing.waitForEnd() == .exited(0))
    #expect(try await commandLine.sold().contains("nonconsumable.car"))
  }
}

extension CommandLineFixture {
  /// Starts the real binary on a terminal of its own.
  fileprivate func terminal(
    _ arguments: [String], leaving: HangUpTests.Leaving = .signal
  ) async throws -> TerminalSession {
    let binary = try BuiltExecutable.url("skdemo")
    guard leaving == .closedTerminalIgnoringSignal else {
      return try await TerminalSession(
        executable: binary, arguments: arguments, environment: ["SKDEMO_DATA": data.path])
    }
    return try await TerminalSession(
      executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", #"trap "" HUP; exec "$0" "$@""#, binary.path] + arguments,
      environment: ["SKDEMO_DATA": data.path])
  }

  /// The products that the store has sold.
  fileprivate func sold() async throws -> String {
    try await skdemo("store", "transactions").succeeded().output
  }
}

extension TerminalSession {
  fileprivate func leave(_ leaving: HangUpTests.Leaving) {
    switch leaving {
    case .signal: signal(SIGHUP)
    case .closedTerminal, .closedTerminalIgnoringSignal: hangUp()
    }
  }
}
