import Foundation
import StoreAPI
import TestSupport
import Testing
import VisibleText

/// Text of elsewhere on its way to the terminal.
@Suite(.hangLimit) struct HostileTextTests {
  private static let hostile =
    "x\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}\u{2066}\u{2028}\u{200B}\u{E0041}\ny"

  /// Whether every line shows all that it has, and none commands the terminal.
  private func isSafe(_ printed: String) -> Bool {
    printed.split(separator: "\n").map { String($0) }.allSatisfy { $0.escapingControls == $0 }
  }

  /// Command lines that quote an argument in what they print.
  private static let quoting = [
    ["buy", hostile, "--yes"], [hostile], ["status", hostile], ["status", "--\(hostile)"],
    ["products", "--catalog", hostile], ["status", "--store", "http://\(hostile)"],
    ["status", "--device", hostile], ["store", "expire", hostile],
    ["store", "account", "sign-out", hostile], ["run", "--", hostile],
    ["serve", "--host", hostile], ["store", "storefront", hostile],
  ]

  @Test(arguments: quoting)
  func `what a command quotes has no control characters, as lines and as JSON`(
    arguments: [String]
  ) async throws {
    let commandLine = try CommandLineFixture()
    let asText = try await commandLine.skdemo(arguments)
    let options = arguments.prefix { $0 != "--" }
    let asJSON = try await commandLine.skdemo(
      Array(options) + ["--json"] + arguments.dropFirst(options.count))

    for run in [asText, asJSON] {
      #expect(run.status != 0)
      #expect(isSafe(run.output + run.errors))
    }
    // The code of a storefront is quoted in upper case.
    let quoted = #"\u{1B}]0;owned\u{07}\u{009B}2J\u{202E}\u{2066}\u{2028}\u{200B}\u{000E0041}\n"#
    #expect(asText.errors.lowercased().contains(quoted.lowercased()))
    #expect(try asJSON.errorCode() != nil)
  }

  @Test func `a product's name and ID with overrides are shown with escapes, and JSON keeps them`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    let catalogue = try CommandLineFixture.catalogue {
      $0.replacing("nonconsumable.car", with: "nonconsumable.\u{202E}rac")
        .replacing("\"Race Car\"", with: "\"Race \u{2067}Car\"")
    }
    let arguments = ["products", "--catalog", catalogue.path]
    let asText = try await commandLine.skdemo(arguments).succeeded()
    let asJSON = try await commandLine.skdemo(arguments + ["--json"]).succeeded()

    for run in [asText, asJSON] {
      #expect(isSafe(run.output))
    }
    #expect(asText.output.contains(#"nonconsumable.\u{202E}rac"#))
    #expect(asJSON.output.contains(#"nonconsumable.\u202erac"#))
    let products = try #require(asJSON.json()["products"] as? [[String: Any]])
    #expect(products.contains { $0["id"] as? String == "nonconsumable.\u{202E}rac" })
    #expect(products.contains { $0["displayName"] as? String == "Race \u{2067}Car" })
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a completion script is printed as it is`(shell: String) async throws {
    let script = try await CommandLineFixture().skdemo("--generate-completion-script", shell)
      .succeeded().output

    #expect(script.count > 1_000 && script.hasSuffix("\n"))
    #expect(!script.contains(#"\u{"#))
  }
}
