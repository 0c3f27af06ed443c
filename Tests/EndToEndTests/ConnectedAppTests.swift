import Foundation
import TestSupport
import Testing

/// The file of the catalogue that a program brings.
enum RunFixture {
  static let journal = URL.packageRoot.appending(path: "Tests/Catalogues/journal.storekit").path
}

/// Programs of one's own, started by `skdemo run` or connected by their environment.
@Suite(.hangLimit) struct ConnectedAppTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture() }

  private func run(_ options: [String], _ program: String...) async throws -> CommandRun {
    let app = try BuiltExecutable.url("ConnectedApp").path(percentEncoded: false)
    return try await commandLine.skdemo(["run"] + options + ["--", app] + program)
  }

  @Test func `what one app sells another restores on a new device, and a third declines`()
    async throws
  {
    let bought = try await run(["--sheets", "accept"], "Store2023", "nonconsumable.car")
    let restored = try await run(["--new-device"], "Store2021")
    let declined = try await run(
      ["--sheets", "decline"], "PurchaseActor", "nonconsumable.racecar")

    #expect(bought.output == "bought: nonconsumable.car\nowned: [\"nonconsumable.car\"]\n")
    #expect(bought.errors == "")
    #expect(
      restored.output
        == "nonconsumable.car is owned: true\nnonconsumable.racecar is owned: false\n")
    #expect(declined.output == "cancelled\n")
    for run in [bought, restored, declined] { #expect(run.status == 0) }
    let devices = try await commandLine.skdemo("device", "list")
    #expect(devices.output.split(separator: "\n").count == 2)
  }

  @Test func `without a policy and a terminal a purchase is cancelled, with a sentence`()
    async throws
  {
    let run = try await run([], "PurchaseActor", "nonconsumable.car")

    #expect(run.output == "cancelled\n")
    #expect(
      run.errors.contains(
        "there is no terminal for the question. Confirm with SKDEMO_SHEETS=accept."))
  }

  @Test func `the iteration over updates is a question that connects an app`() async throws {
    _ = try await commandLine.skdemo("buy", "subscription.standard", "--yes").succeeded()
    _ = try await commandLine.skdemo("store", "renew", "subscription.standard").succeeded()

    let run = try await run([], "Updates")

    #expect(run.output == "delivered: subscription.standard\n")
  }

  @Test func `an app whose environment names no store says both ways to connect, once`()
    async throws
  {
    let run = try await CommandRun.run(
      "ConnectedApp", ["Store2023"], environment: ["HOME": commandLine.data.path])

    #expect(run.output.hasSuffix("owned: []\n"))
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(run.errors.contains("AppStore.connect()"))
    #expect(run.errors.contains("skdemo run -- COMMAND"))
  }

  @Test func `a listener that began before an app connected to its own file is served`()
    async throws
  {
    func start() async throws -> CommandRun {
      try await CommandRun.run(
        "ConnectedApp", ["Configuration", RunFixture.journal],
        environment: ["HOME": commandLine.data.path])
    }
    let first = try await start()
    let second = try await start()

    #expect(first.output == "bought\ndelivered: nothing\n")
    #expect(second.output == "delivered: daybook.monthly\n")
    for run in [first, second] { #expect(!run.errors.contains("not connected")) }
  }

  @Test func `a program's own file does not change the store that the command names`()
    async throws
  {
    let run = try await run([], "Shop", RunFixture.journal)

    #expect(run.output == "sold: [\"nonconsumable.car\"]\n")
    #expect(run.errors == "")
  }

  @Test func `sheets count after a question has connected the app, and other ones are refused`()
    async throws
  {
    let run = try await run([], "LateSheets", "nonconsumable.car")

    #expect(run.output.hasPrefix("bought\nthis process is already connected to a store"))
    #expect(!run.errors.contains("no terminal"))
  }

  @Test func `an app that its environment cannot connect says why, once`() async throws {
    let run = try await CommandRun.run(
      "ConnectedApp", ["Store2023"],
      environment: ["SKDEMO_DATA": commandLine.data.path, "SKDEMO_SHEETS": "maybe"])

    #expect(run.output.hasSuffix("owned: []\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("SKDEMO_SHEETS is 'maybe': it must be accept, decline or ask"))
  }

  @Test func `a question that cannot connect an app throws the reason, which is printed once`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    _ = try await commandLine.skdemo("status").succeeded()
    let (data, elsewhere) = (commandLine.data.path, commandLine.data.path + "/elsewhere")
    let reasons = [
      "invalidEnvironment": ["SKDEMO_DATA": data, "SKDEMO_SHEETS": "maybe"],
      "otherConfiguration": ["SKDEMO_DATA": data, "SKDEMO_CATALOG": RunFixture.journal],
      "storeNotFound": ["SKDEMO_DATA": elsewhere],
      "notSignedIn": ["SKDEMO_DATA": elsewhere, "SKDEMO_STORE": server.url],
      "storeUnavailable": [
        "SKDEMO_DATA": elsewhere, "SKDEMO_STORE": "http://127.0.0.1:1", "SKDEMO_ACCOUNT": "ann",
        "SKDEMO_PASSWORD": "open sesame",
      ],
    ]
    for (code, environment) in reasons {
      let run = try await CommandRun.run("ConnectedApp", ["Reason"], environment: environment)

      #expect(run.output == "not connected: \(code)\nnot connected: \(code)\n")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("UTC", "2026-03-01T02:00:00Z 2026-04-01T02:00:00Z\n"),
    ("America/New_York", "2026-03-01T02:00:00Z 2026-03-29T01:00:00Z\n"),
  ])
  func `a period's dates are counted in the time zone of the process`(
    zone: String, dates: String
  ) async throws {
    let run = try await CommandRun.run("ConnectedApp", ["Month"], environment: ["TZ": zone])

    #expect(run.output == dates)
  }

  @Test func `plain HTTP beyond this computer is warned of once, by who has the password`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    _ = try await RemoteCustomer.signedUp("ann", at: server)
    let app = try BuiltExecutable.url("ConnectedApp").path(percentEncoded: false)
    // Another address of this computer, which does not look local.
    let open = server.url.replacing("127.0.0.1", with: "0.0.0.0")
    func environment(password: String) -> [String: String] {
      [
        "SKDEMO_DATA": commandLine.data.path, "SKDEMO_STORE": open, "SKDEMO_ACCOUNT": "ann",
        "SKDEMO_PASSWORD": password,
      ]
    }

    let refused = try await CommandRun.run(
      "ConnectedApp", ["Reason"], environment: environment(password: "close sesame"))
    let started = try await commandLine.skdemo(
      ["run", "--", app, "Shop", RunFixture.journal],
      environment: environment(password: "open sesame"))

    #expect(refused.output.hasPrefix("not connected: notSignedIn\n"))
    #expect(refused.warningsOfPlainHTTP == ["StoreKit"])
    #expect(started.output == "sold: [\"nonconsumable.car\"]\n")
    #expect(started.warningsOfPlainHTTP == ["skdemo"])
  }

  @Test func `an app signs in to a remote store by its environment`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    _ = try await RemoteCustomer.signedUp("ann", at: server)

    let run = try await CommandRun.run(
      "ConnectedApp", ["Store2023", "nonconsumable.car"],
      environment: [
        "SKDEMO_DATA": commandLine.data.path, "SKDEMO_STORE": server.url,
        "SKDEMO_ACCOUNT": "ann", "SKDEMO_PASSWORD": "open sesame", "SKDEMO_SHEETS": "accept",
      ])

    #expect(run.output.contains("bought: nonconsumable.car\n"))
  }

  @Test func `an app that connects is signed in to a remote store by its environment, once`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    _ = try await RemoteCustomer.signedUp("ann", at: server)
    let environment = [
      "SKDEMO_DATA": commandLine.data.path, "SKDEMO_STORE": server.url, "SKDEMO_ACCOUNT": "ann",
      "SKDEMO_SHEETS": "accept",
    ]

    let first = try await CommandRun.run(
      "ConnectedApp", ["PurchaseActor", "nonconsumable.car"],
      environment: environment.merging(["SKDEMO_PASSWORD": "open sesame"]) { $1 })
    let second = try await CommandRun.run("ConnectedApp", ["Store2021"], environment: environment)

    #expect(first.output == "sold\n")
    #expect(second.output.hasPrefix("nonconsumable.car is owned: true\n"))
    #expect(second.errors == "")
  }

  @Test func `an account of its own buys from the catalogue that the command names`()
    async throws
  {
    let bought = try await run(
      ["--catalog", RunFixture.journal, "--account", "ann", "--sheets", "accept"],
      "PurchaseActor", "daybook.monthly")
    let sold = try await commandLine.skdemo("store", "transactions", "--json").json()
    let transactions = try #require(sold["transactions"] as? [[String: Any]])

    let payloads = transactions.compactMap { $0["transaction"] as? [String: Any] }

    #expect(bought.output == "sold\n")
    #expect(transactions.map { $0["account"] as? String } == ["ann"])
    #expect(payloads.map { $0["productId"] as? String } == ["daybook.monthly"])
  }

  @Test func `on a terminal a program asks its customer`() async throws {
    let app = try BuiltExecutable.url("ConnectedApp").path(percentEncoded: false)
    let terminal = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"),
      arguments: ["run", "--sheets", "ask", "--", app, "PurchaseActor", "nonconsumable.car"],
      environment: ["SKDEMO_DATA": commandLine.data.path])

    try await terminal.waitFor("[y/N] ")
    terminal.send("y\n")

    #expect(try await terminal.waitForEnd() == .exited(0))
    #expect(terminal.text.contains("sold"))
  }
}

extension CommandRun {
  /// The programs that have warned of it, line by line.
  fileprivate var warningsOfPlainHTTP: [Substring] {
    errors.split(separator: "\n").filter { $0.contains("uses plain HTTP") }
      .map { $0.prefix { $0 != ":" } }
  }
}
