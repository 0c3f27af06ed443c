import Foundation
import TestSupport
import Testing

/// The values that a shell completes with the scripts that the binary prints.
@Suite(.hangLimit) struct CompletionTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture() }

  /// The answer to a shell that completes the first argument of a command.
  private func completions(
    of command: [String], argument: String = "positional@0", typed: String = ""
  ) async throws -> [String] {
    let words = ["skdemo"] + command + [typed]
    let run = try await commandLine.skdemo(
      ["---completion"] + command + ["--", argument, "\(words.count - 1)", "\(typed.count)"]
        + words, environment: ["SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5"])
    return try run.succeeded().output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `there is a script for each shell, which asks for products`(shell: String) async throws {
    let run = try await commandLine.skdemo("--generate-completion-script", shell).succeeded()

    #expect(run.output.contains("---completion"))
  }

  @Test func `products are completed without a store, and by their beginning`() async throws {
    #expect(try await completions(of: ["buy"]).contains("nonconsumable.car"))
    let plans = try await completions(of: ["buy"], typed: "subscription.")
    #expect(plans.count == 3 && plans.allSatisfy { $0.hasPrefix("subscription.") })
    let made = FileManager.default.fileExists(
      atPath: commandLine.data.appending(path: "store.sqlite").path)
    #expect(!made)
  }

  @Test func `transactions and accounts are those of the store on this machine`() async throws {
    let id = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes", "--json").boughtID()

    #expect(try await completions(of: ["refund"]) == [id])
    #expect(
      try await completions(of: ["store", "buy"], argument: "--account").contains("customer"))
  }
}
