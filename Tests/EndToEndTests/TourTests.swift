import Foundation
import PrivateFiles
import TestSupport
import Testing

/// The commands of the README and of the articles about skdemo, as they are written.
@Suite(.hangLimit) struct TourTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture() }

  /// The commands in the blocks of code after a line, up to the next heading.
  private static func commands(in file: String, after line: String) throws -> [[String]] {
    let text = try String(contentsOf: .packageRoot.appending(path: file), encoding: .utf8)
    let start = try #require(text.range(of: "\n\(line)"))
    let lines = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst().prefix { !$0.hasPrefix("#") }
    return lines.filter { $0.hasPrefix("skdemo") }.map { line in
      let code = line.split(separator: "#", maxSplits: 1)[0]
      return code.split(separator: " ").dropFirst().map(String.init)
    }
  }

  /// The folder of the articles about skdemo.
  private static let articles = "Sources/skdemo/skdemo.docc"

  @Test func `the tour runs from the first line to the last`() async throws {
    let tour = try Self.commands(in: "README.md", after: "## A tour")
    var outputs: [String] = []
    for command in tour { outputs.append(try await output(of: command)) }

    #expect(tour.count == 11)
    #expect(tour.prefix(2) == [[], ["--new-device"]])
    #expect(outputs[1].contains("on device-2"))
    let status = try #require(tour.firstIndex(of: ["status"]))
    #expect(outputs[status].contains("You keep access to Premium until"))
    let history = try #require(tour.firstIndex(of: ["history"]))
    #expect(outputs[history].contains("renewal"))
    #expect(tour.last == ["store", "reset"])
    #expect(try #require(outputs.last).contains("running"))
    #expect(try await commandLine.skdemo("status").succeeded().output.contains("new customer"))
  }

  /// The output of a command; one that asks first is answered with yes on a terminal.
  private func output(of command: [String]) async throws -> String {
    guard command == ["store", "reset"] else {
      return try await commandLine.skdemo(command).succeeded().output
    }
    let terminal = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), arguments: command,
      environment: ["SKDEMO_DATA": commandLine.data.path])
    try await terminal.waitFor("? [y/N] ")
    terminal.send("y\n")
    #expect(try await terminal.waitForEnd() == .exited(0))
    return terminal.text
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

  @Test func `each paragraph of the plan's life leaves what its comment says`() async throws {
    func status() async throws -> String {
      try await commandLine.skdemo("status").succeeded().output
    }
    let life = Array(
      try Self.commands(in: "\(Self.articles)/PlansLife.md", after: "Keep the storefront open"))
    for command in life.prefix(4) { _ = try await commandLine.skdemo(command).succeeded() }
    #expect(try await status().contains("You keep access to Premium until"))
    _ = try await commandLine.skdemo(life[4]).succeeded()
    #expect(try await status().contains("Premium is paused"))
    for command in life[5...6] { _ = try await commandLine.skdemo(command).succeeded() }
    #expect(try await status().contains("press n"))
    _ = try await commandLine.skdemo(life[7]).succeeded()
    #expect(
      try await status().contains("due to a price increase that you disapproved"))
    let ended = try await status()
    #expect(ended.contains("inactive customer") && ended.contains("Subscribe again"))
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
