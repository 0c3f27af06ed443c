import Foundation
import TestSupport
import Testing

/// Programs of one's own, started by `skdemo run`.
@Suite(.timeLimit(.minutes(3))) struct RunTests {
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
    #expect(run.errors.contains("there is no terminal to ask on. SKDEMO_SHEETS=accept confirms."))
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
    let file = URL(filePath: #filePath).appending(path: "../../Catalogues/journal.storekit")
    func start() async throws -> CommandRun {
      try await CommandRun.run(
        "ConnectedApp", ["Configuration", file.standardized.path(percentEncoded: false)],
        environment: ["HOME": commandLine.data.path])
    }
    let first = try await start()
    let second = try await start()

    #expect(first.output == "bought\ndelivered: nothing\n")
    #expect(second.output == "delivered: daybook.monthly\n")
  }

  @Test func `a program has its arguments, its environment and its exit code`() async throws {
    let script = #"printf '%s|' "$@"; printf %s "$SKDEMO_DEVICE $SKDEMO_DATA"; exit 7"#
    let run = try await commandLine.skdemo(
      ["run", "--device", "device-1", "--", "sh", "-c", script, "sh", "--json", "a b"])
    let made = try await commandLine.skdemo([
      "run", "--", "sh", "-c", script, "sh", "--json", "a b",
    ])

    #expect(run.status == 1)
    #expect(run.errors.contains("device-1"))
    #expect(made.status == 7)
    #expect(made.output == "--json|a b|device-1 \(commandLine.data.path)")
  }

  @Test func `a program gets no password`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    _ = try await RemoteCustomer.signedUp("ann", at: server.url)
    let run = try await commandLine.skdemo(
      ["run", "--account", "ann", "--", "sh", "-c", "echo \"$SKDEMO_PASSWORD|$SKDEMO_STORE\""],
      environment: ["SKDEMO_STORE": server.url, "SKDEMO_PASSWORD": "open sesame"])

    #expect(run.output == "|\(server.url)\n")
  }

  @Test func `a program that a signal ends, ends as without the command`() async throws {
    let run = try await commandLine.skdemo(["run", "--", "sh", "-c", "kill -INT $$"])

    #expect(run.status == SIGINT)
  }

  @Test(arguments: [
    ("no-such-program", 127, "noProgram"), ("/no/such/program", 127, "noProgram"),
    ("/etc/passwd", 126, "notExecutable"), ("/etc", 126, "notExecutable"),
  ])
  func `a program that cannot be started is a sentence and a shell's exit code`(
    name: String, status: Int, code: String
  ) async throws {
    let run = try await commandLine.skdemo("run", "--json", "--", name)

    #expect(run.status == Int32(status))
    #expect(try run.errorCode() == code)
    #expect(
      !FileManager.default.fileExists(atPath: commandLine.data.appending(path: "store.sqlite").path)
    )
  }

  @Test func `without a sign-in at a remote store the command says how to sign in`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    _ = try await RemoteCustomer.signedUp("ann", at: server.url)
    let customer = try RemoteCustomer(server.url)

    let run = try await customer.commandLine.skdemo(
      ["run", "--json", "--", "true"], environment: ["SKDEMO_STORE": server.url])
    _ = try await customer.skdemo("sign-in", "--account", "ann").succeeded()
    let other = try await customer.commandLine.skdemo(
      ["run", "--json", "--account", "bob", "--", "true"], environment: ["SKDEMO_STORE": server.url]
    )

    #expect(try run.errorCode() == "notSignedIn")
    #expect(run.errors.contains("skdemo sign-in --store"))
    #expect(try other.errorCode() == "otherAccount")
  }
}
