import Foundation
import TestSupport
import Testing

/// A long advance of the clock by the real binary.
@Suite(.hangLimit) struct AdvanceJourneyTests {
  /// So far that no machine settles it before the interrupt.
  private static let far = ["store", "advance", "PT20000000S"]

  @Test func `on a terminal it shows a bar, and the interrupt key stops it where it says`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    try await commandLine.buyPlan()
    let terminal = try await TerminalSession(
      columns: 60, executable: BuiltExecutable.url("skdemo"), arguments: Self.far,
      environment: ["SKDEMO_DATA": commandLine.data.path])
    try await terminal.waitFor(" events\u{1B}[K")
    #expect(terminal.text.contains("\r["))

    terminal.signal(SIGINT)
    let ending = try await terminal.waitForEnd()

    #expect(ending == .exited(1))
    try await commandLine.expectConsistency(after: terminal.text)
    #expect(terminal.text.contains("\r\u{1B}[Kskdemo: stopped at "), "the bar was not removed")
  }

  @Test func `a store elsewhere stops as well`() async throws {
    let commandLine = try CommandLineFixture()
    try await commandLine.buyPlan()
    let server = try await ServeProcess(data: commandLine.data)
    let key = commandLine.data.appending(path: "operator.key").path
    let terminal = try await TerminalSession(
      columns: 60, executable: BuiltExecutable.url("skdemo"),
      arguments: Self.far + ["--store", server.url, "--operator-key-file", key],
      environment: ["SKDEMO_DATA": commandLine.data.appending(path: "elsewhere").path])
    try await terminal.waitFor(" events\u{1B}[K")

    terminal.signal(SIGTERM)
    let ending = try await terminal.waitForEnd()

    #expect(ending == .exited(1))
    #expect(try await server.end() == 0)
    try await commandLine.expectConsistency(after: terminal.text)
  }

  @Test func `with NO_COLOR a terminal gets lines, and no sequence that moves the cursor`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    try await commandLine.buyPlan()
    let terminal = try await TerminalSession(
      columns: 200, executable: BuiltExecutable.url("skdemo"), arguments: Self.far,
      environment: ["SKDEMO_DATA": commandLine.data.path, "NO_COLOR": "1"])
    try await terminal.waitFor("moving to")

    terminal.signal(SIGTERM)
    let ending = try await terminal.waitForEnd()

    #expect(ending == .exited(1))
    #expect(terminal.text.hasPrefix("skdemo: the clock is at "))
    #expect(!terminal.text.contains("\u{1B}"))
    try await commandLine.expectConsistency(after: terminal.text)
  }

  @Test func `without a terminal a long advance says how far it has come`() async throws {
    let commandLine = try CommandLineFixture()
    try await commandLine.buyPlan()
    let advance = try await ChildProcess(
      BuiltExecutable.url("skdemo"), Self.far, environment: ["SKDEMO_DATA": commandLine.data.path],
      streams: .lines(withErrors: true))

    var lines = try [#require(await advance.nextLine(), "it says nothing")]
    advance.signal(SIGTERM)
    while let line = try await advance.nextLine() { lines.append(line) }
    let text = lines.joined(separator: "\n")

    #expect(try await advance.end() == .exited(1))
    #expect(text.hasPrefix("skdemo: the clock is at "))
    try await commandLine.expectConsistency(after: text)
  }

  @Test func `a short advance says how many events have happened`() async throws {
    let commandLine = try CommandLineFixture()
    try await commandLine.buyPlan()

    let run = try await commandLine.skdemo("store", "advance", "PT200S").succeeded()

    #expect(run.output.contains(", 100 events\n"))
  }

  @Test func `an advance with --json reports no progress`() async throws {
    let commandLine = try CommandLineFixture()
    try await commandLine.buyPlan()

    let silent = try await commandLine.skdemo("store", "advance", "PT40000S", "--json")

    #expect(silent.status == 0 && silent.errors.isEmpty)
    #expect(try silent.json()["events"] as? Int == 20_000)
  }
}

extension CommandLineFixture {
  /// Buys a plan that renews every two seconds of a frozen clock.
  fileprivate func buyPlan() async throws {
    for arguments in [
      ["store", "clock", "freeze"], ["store", "cap", "off"],
      ["store", "pace", "oneRenewalEveryTwoSeconds"], ["buy", "subscription.standard", "--yes"],
    ] {
      let run = try await skdemo(arguments, environment: [:])
      #expect(run.status == 0, "\(arguments): \(run.errors)")
    }
  }

  /// Expects that the store has every renewal until the date that an interrupted advance has printed,
  /// and no other.
  fileprivate func expectConsistency(after text: String) async throws {
    let sentence = try #require(
      text.firstMatch(of: /stopped at ([^ ]+Z): (.+) ha(?:s|ve) happened, and nothing after/),
      "\(text.suffix(500))")
    let clock = try await skdemo("store", "clock", "--json").json()
    let starts = try await skdemo("store", "transactions", "--json").transactions()
      .compactMap { $0["purchaseDate"] as? Int }
    let first = try #require(starts.min())
    let last = try #require(starts.max())

    #expect(clock["now"] as? String == String(sentence.1))
    #expect(last == first + 2_000 * (starts.count - 1), "a renewal is missing")
    #expect(starts.count > 1)
    if let events = Int(sentence.2.prefix { $0.isNumber }) { #expect(events == starts.count - 1) }
    let date = try Date(String(sentence.1), strategy: .iso8601)
    #expect(Int(date.timeIntervalSince1970) == last / 1_000)
    let next = try await skdemo("store", "advance", "PT4S", "--json").json()
    #expect(next["events"] as? Int == 2)
  }
}
