import Foundation
import PrivateFiles
import TestSupport
import Testing

/// The commands of the README and of the articles about skdemo, as they are written.
@Suite(.hangLimit) struct TourTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture() }

  /// A line of a tour: a command, and what its comment promises in quotation marks.
  private struct Step {
    let command: [String]
    let promises: [String]

    init(_ line: Substring) {
      let parts = line.split(separator: "#", maxSplits: 1)
      command = parts[0].split(separator: " ").dropFirst().map(String.init)
      promises = (parts.count > 1 ? String(parts[1]) : "").matches(of: /"([^"]+)"/)
        .map { String($0.output.1) }
    }
  }

  /// The lines in the blocks of code after a line, up to the next heading.
  private static func steps(in file: String, after line: String) throws -> [Step] {
    let text = try String(contentsOf: .packageRoot.appending(path: file), encoding: .utf8)
    let start = try #require(text.range(of: "\n\(line)"))
    let lines = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst().prefix { !$0.hasPrefix("#") }
    return lines.filter { $0.hasPrefix("skdemo") }.map(Step.init)
  }

  /// The commands in the blocks of code after a line, up to the next heading.
  private static func commands(in file: String, after line: String) throws -> [[String]] {
    try steps(in: file, after: line).map(\.command)
  }

  /// The folder of the articles about skdemo.
  private static let articles = "Sources/skdemo/skdemo.docc"

  @Test(arguments: [
    ("README.md", "## A tour", 11),
    ("Sources/skdemo/skdemo.docc/PlansLife.md", "Keep the storefront open", 11),
  ])
  func `a tour can be played twice, and prints each time what it promises`(
    file: String, heading: String, count: Int
  ) async throws {
    let tour = try Self.steps(in: file, after: heading)
    try #require(tour.count == count)
    #expect(tour.count { !$0.promises.isEmpty } >= count - 2)

    for time in 1...2 {
      for step in tour {
        let output = try await commandLine.skdemo(step.command).succeeded().output
        for promise in step.promises {
          #expect(output.contains(promise), "\(time): \(step.command)")
        }
      }
    }
  }

  @Test func `at the end of the plan's life, Enter on the first screen takes the offer`()
    async throws
  {
    let life = try Self.commands(
      in: "\(Self.articles)/PlansLife.md", after: "Keep the storefront open")
    for command in life { _ = try await commandLine.skdemo(command).succeeded() }

    try await commandLine.storefront { shop in
      try await shop.waitFor("the way back") { $0.contains("Come back to") && $0.isLaunched }
      try await shop.sendKeys("Enter")
      try await shop.waitFor("This is a test store. No money moves.")
      try await shop.sendKeys("p")
      try await shop.waitFor(" · renews")
    }
  }

  @Test func `after the tour the customer is new, at the machine's time and the file's prices`()
    async throws
  {
    let tour = try Self.commands(in: "README.md", after: "## A tour")
    for command in tour { _ = try await commandLine.skdemo(command).succeeded() }

    #expect(tour.prefix(1) == [[]])
    #expect(tour.last == ["store", "reset", "--yes"])
    #expect(try await commandLine.skdemo("status").succeeded().output.contains("new customer"))
    let clock = try await commandLine.skdemo("store", "clock", "--json").json()
    let now = try #require((clock["now"] as? String).flatMap { try? Date($0, strategy: .iso8601) })
    #expect(abs(now.timeIntervalSinceNow) < 86_400)
  }

  @Test func `a store that asks resets nothing without a yes`() async throws {
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    for (answer, customer) in [("n\n", "active"), ("y\n", "new")] {
      let terminal = try await TerminalSession(
        executable: BuiltExecutable.url("skdemo"), arguments: ["store", "reset"],
        environment: ["SKDEMO_DATA": commandLine.data.path])
      try await terminal.waitFor("? [y/N] ")
      terminal.send(answer)
      _ = try await terminal.waitForEnd()
      let status = try await commandLine.skdemo("status", "--json").json()
      #expect(status["customer"] as? String == customer)
    }
  }

  @Test func `the README's back end asks Apple's API about a customer in the grace period`()
    async throws
  {
    let readme = try String(contentsOf: .packageRoot.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "\n## Your own back end\n").last)
    let block = section.components(separatedBy: "\n```")[1]
    let lines = block.split(separator: "\n").dropFirst().map(String.init)
    #expect(lines[0] == "skdemo serve --data backend --port 8080 &")
    #expect(lines[1].hasSuffix("SKDEMO_OPERATOR_KEY_FILE=backend/operator.key"))
    let server = try await ServeProcess.start(commandLine)
    // The listener runs until a signal.
    let script = lines.dropFirst(2).filter { !$0.contains(" listen ") }

    let run = try await CommandRun.run(
      at: URL(filePath: "/usr/bin/env"),
      ["bash", "-euc", (["cd \(commandLine.data.path)"] + script).joined(separator: "\n")],
      environment: [
        "PATH":
          "\(try BuiltExecutable.url("skdemo").deletingLastPathComponent().path):/usr/bin:/bin",
        "HOME": commandLine.data.path, "SKDEMO_STORE": server.url,
        "SKDEMO_OPERATOR_KEY_FILE": commandLine.data.appending(path: "operator.key").path,
      ])

    let output = try run.succeeded().output
    #expect(output.contains("inGracePeriod"))
    // Status 4 of the App Store Server API is the grace period.
    #expect(output.contains(#""originalTransactionId":"1000000001""#))
    #expect(output.contains(#""status":4"#))
    #expect(output.contains("npm install @apple/app-store-server-library"))
  }

  @Test func `the other catalogue opens another shop`() async throws {
    let readme = try String(contentsOf: .packageRoot.appending(path: "README.md"), encoding: .utf8)
    let file = "Tests/Catalogues/journal.storekit"
    try #require(readme.contains("`skdemo --data journal --catalog \(file)` opens another shop"))

    let run = try await commandLine.skdemo(
      "status", "--json", "--catalog", URL.packageRoot.appending(path: file).path)

    #expect(try run.succeeded().output.contains("daybook.monthly"))
  }

  @Test func `the remote store's block makes an account, two devices and a refund`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let commands = try Self.commands(
      in: "\(Self.articles)/RemoteStore.md", after: "Run `skdemo serve` in one terminal")
    try #require(commands.count == 4)
    let environment = ["SKDEMO_STORE": server.url, "SKDEMO_PASSWORD": "open sesame"]
    for command in commands.prefix(3) {
      _ = try await commandLine.skdemo(command, environment: environment).succeeded()
    }
    let devices = try await commandLine.skdemo(["device", "list"], environment: environment)
    #expect(try devices.succeeded().output.contains("device-2"))

    let id = try await commandLine.skdemo(
      ["buy", "nonconsumable.car", "--yes", "--json"], environment: environment
    ).boughtID()
    let key = commandLine.data.appending(path: "key")
    try PrivateFile.write(Data(server.operatorKey().utf8), to: key)
    let refund = commands[3].map { $0 == "ID" ? id : $0 == "FILE" ? key.path : $0 }
    let run = try await commandLine.skdemo(refund, environment: environment).succeeded()

    #expect(run.output.contains("1.99 USD refunded to ann"))
  }

  @Test func `a bad day's block copies the store, restores it elsewhere and serves that`()
    async throws
  {
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    let folder = try TemporaryFolder()
    let commands = try Self.commands(
      in: "\(Self.articles)/BadDay.md", after: "On the store's own machine"
    ).map { command in
      command.map { $0.hasPrefix("shop-") ? folder.url.appending(path: $0).path : $0 }
    }
    try #require(commands.count == 3)
    for command in commands.prefix(2) { _ = try await commandLine.skdemo(command).succeeded() }

    let restored = try #require(commands[1].last)
    #expect(commands[2] == ["serve", "--data", restored])
    let server = try await ServeProcess(data: URL(filePath: restored))
    let key = commandLine.data.appending(path: "key")
    try PrivateFile.write(Data(server.operatorKey().utf8), to: key)
    let sold = try await commandLine.skdemo(
      "store", "transactions", "--store", server.url, "--operator-key-file", key.path)

    #expect(try sold.succeeded().output.contains("nonconsumable.car"))
  }
}
