import Foundation
import PrivateFiles
import TestSupport
import Testing

/// `skdemo --script`: the real program, played by a script.
@Suite(.hangLimit) struct ScriptTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func script(_ text: String) throws -> [String] {
    try Data(text.utf8).write(to: folder.url.appending(path: "steps.script"))
    return ["--script", path("steps.script"), "--clock", "2027-01-27T12:00:00Z"]
  }

  private func skdemo(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await CommandRun.run("skdemo", arguments, environment: environment)
  }

  private static let purchase = """
    # A customer buys a car.
    wait Head over to the shop
    key s
    wait Restore Purchases
    key b
    wait No money moves.
    key p
    wait Yours
    gone Buying
    key enter
    gone Yours
    wait owned
    """

  /// How often a script is played; `SCRIPT_RUNS` makes it more.
  private static let runs =
    ProcessInfo.processInfo.environment["SCRIPT_RUNS"].flatMap { Int($0) } ?? 3

  @Test func `each run saves the same bytes in each form`() async throws {
    let forms = ["txt", "svg", "json", "cast"]
    var runs: [[Data]] = []
    for run in 1...max(2, Self.runs) {
      let files = forms.map { path("\(run).\($0)") }
      let save = files.flatMap { ["--save-display", $0] }
      _ = try await skdemo(script(Self.purchase) + save).succeeded()
      runs.append(try files.map { try Data(contentsOf: URL(filePath: $0)) })
    }

    #expect(Set(runs).count == 1)
    #expect(runs[0].allSatisfy { !$0.isEmpty })
  }

  @Test func `without a file the last screen is printed`() async throws {
    let run = try await skdemo(script("wait Head over to the shop") + ["--size", "40x12"])
      .succeeded()

    #expect(run.output.contains("Head over to the shop"))
    #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count == 13)
  }

  @Test func `without a store in the options the script has one of its own`() async throws {
    let data = path("data")
    _ = try await skdemo(script(Self.purchase) + ["--data", data]).succeeded()
    #expect(try await skdemo(["status", "--data", data]).output.contains("Car"))

    _ = try await skdemo(script(Self.purchase), environment: ["HOME": path("home")]).succeeded()
    #expect(!FileManager.default.fileExists(atPath: path("home/.local/share/skdemo/store.sqlite")))
  }

  @Test(
    arguments: [
      ("wait Shop\nsleep 3", "line 2 begins with 'sleep', which is not a step"),
      ("key enterr", "line 1 is 'key enterr': it needs the names of keys"),
    ])
  func `a bad line is refused before anything starts`(text: String, sentence: String)
    async throws
  {
    let run = try await skdemo(script(text) + ["--data", path("data")])

    #expect(run.status == 2)
    #expect(run.errors.contains(sentence))
    #expect(!FileManager.default.fileExists(atPath: path("data")))
  }

  @Test func `a script that goes on after the end of the program says which line is left`()
    async throws
  {
    let run = try await skdemo(script("wait Head over to the shop\nkey q\nwait Restore Purchases"))

    #expect(run.status == 1)
    #expect(run.errors.contains("stopped: the program ended before line 3"))
  }

  @Test(arguments: [["--size", "80x24"], ["--save-display", "x"], ["--clock", "2027-01-27"]])
  func `options of a script need one`(arguments: [String]) async throws {
    let run = try await skdemo(arguments)

    #expect(run.status == 2)
    #expect(
      run.errors.contains("\(arguments[0]) is for a script: name its file with --script FILE"))
  }

  @Test(
    arguments: [
      (["--plain"], [:], "--plain prints lines, but --script needs a screen: leave out"),
      (["--accessible"], [:], "--accessible prints lines, but --script needs a screen"),
      (
        [], ["SKDEMO_PLAIN": "true"],
        "the setting 'plain' prints lines, but --script needs a screen"
      ),
      (["--json"], [:], "--json prints the status, but --script needs a screen: leave out --json"),
    ] as [([String], [String: String], String)])
  func `a script is refused if lines or a status are asked for`(
    options: [String], environment: [String: String], sentence: String
  ) async throws {
    let run = try await skdemo(
      script("wait Shop") + options + ["--data", path("data")], environment: environment)

    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains(sentence))
    #expect(!FileManager.default.fileExists(atPath: path("data")))
  }

  @Test func `a script plays if an option overrides the setting for lines`() async throws {
    let run = try await skdemo(
      script("wait Head over to the shop") + ["--no-plain"],
      environment: ["SKDEMO_PLAIN": "true"]
    ).succeeded()

    #expect(run.output.contains("Head over to the shop"))
  }

  @Test func `a size that no screen has is refused`() async throws {
    let run = try await skdemo(script("wait Shop") + ["--size", "80"])

    #expect(run.status == 2)
    #expect(run.errors.contains("--size is '80': give columns and rows from 1 to 1000"))
  }
}
