import Foundation
import PrivateFiles
import TestSupport
import Testing

/// `skdemo settings`, and a storefront with a wrong setting, by the real binary.
@Suite(.hangLimit) struct SettingsCommandJourneyTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func write(_ settings: String) throws {
    let folder = home.url.appending(path: ".config/skdemo")
    try PrivateFile.makeFolder(folder)
    try PrivateFile.write(Data(settings.utf8), to: folder.appending(path: "settings.json"))
  }

  private func skdemo(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await CommandRun.run(
      "skdemo", arguments,
      environment: ["HOME": home.url.path].merging(environment) { $1 })
  }

  @Test func `it prints each value and where it comes from`() async throws {
    try write(#"{"theme": "light", "keys": {"buy": "B"}}"#)

    let run = try await skdemo(
      "settings", "--no-color", "--json", environment: ["SKDEMO_MOUSE": "false"]
    ).succeeded()

    let settings = try #require(try run.json()["settings"] as? [[String: Any]])
    func source(_ name: String) -> String? {
      settings.first { $0["name"] as? String == name }?["source"] as? String
    }
    #expect(source("color") == "option" && source("mouse") == "environment")
    #expect(source("theme") == "file" && source("keys.buy") == "file")
    #expect(source("glyphs") == "standard")
  }

  @Test func `a wrong setting is refused, with its file, before a store is made`() async throws {
    try write(#"{"thema": "light"}"#)

    let run = try await skdemo("settings")

    #expect(run.status == 1)
    #expect(run.errors.contains(".config/skdemo/settings.json: there is no setting 'thema'"))
    #expect(run.errors.contains("did you mean theme?"))
  }

  @Test func `the folders and files are printed, and none is made`() async throws {
    let run = try await skdemo("--print-paths").succeeded()

    #expect(run.output.contains(home.url.appending(path: ".local/share/skdemo").path))
    #expect(run.output.contains(home.url.appending(path: ".config/skdemo/settings.json").path))
    #expect(run.output.contains(home.url.appending(path: ".local/state/skdemo/skdemo.log").path))
    let made = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
    #expect(made.isEmpty)
  }

  @Test func `a file that is not JSON is refused with the line and the column, and is kept`()
    async throws
  {
    let file = "{\n  \"theme\": light\n}"
    try write(file)

    let run = try await skdemo("settings")

    #expect(run.status != 0)
    #expect(
      run.errors.contains("settings.json is not JSON: invalid value on line 2, column 12"))
    let url = home.url.appending(path: ".config/skdemo/settings.json")
    #expect(try String(contentsOf: url, encoding: .utf8) == file)
  }

  @Test
  func `what is printed to standard error while the screen is up is in the log, not on the screen`()
    async throws
  {
    let shop = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), arguments: [],
      environment: ["HOME": home.url.path])
    try await shop.waitFor("Head over to the shop")
    try shop.writeToStandardError("a library complains\n")
    shop.send("s")
    try await shop.waitFor("Restore Purchases")

    #expect(!shop.text.contains("complains"))
    let running = try await skdemo("logs", "--level", "error").succeeded()
    #expect(running.output.contains("a library complains"))
    let start = shop.count
    shop.send("q")
    #expect(try await shop.waitForEnd() == .exited(0))
    // After the end it is printed on the terminal, below what was there before.
    let rest = shop.text.suffix(from: shop.text.utf8.index(shop.text.startIndex, offsetBy: start))
    let restored = try #require(rest.range(of: "\u{1B}[?1049l"))
    #expect(rest[restored.upperBound...].contains("a library complains"))
  }

  @Test func `the storefront's start is in the log, which only its owner can read`() async throws {
    let shop = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), arguments: [],
      environment: ["HOME": home.url.path])
    try await shop.waitFor("Shop")
    shop.send("q")
    #expect(try await shop.waitForEnd() == .exited(0))

    let log = home.url.appending(path: ".local/state/skdemo/skdemo.log")
    #expect(PrivateFile.permissions(of: log) == 0o600)
    let run = try await skdemo("logs").succeeded()
    #expect(run.output.contains("info") && run.output.contains("opens the storefront"))
    #expect(try await skdemo("logs", "--level", "error").succeeded().output == "the log is empty\n")
  }
}
