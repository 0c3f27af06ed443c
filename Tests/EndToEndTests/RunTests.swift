import Foundation
import TestSupport
import Testing

/// The environment that `skdemo run` gives to any program.
@Suite(.hangLimit) struct RunTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture() }

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

  @Test func `a program gets no password and no key, and what names its store`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    _ = try await RemoteCustomer.signedUp("ann", at: server)
    let run = try await commandLine.skdemo(
      ["run", "--account", "ann", "--", "sh", "-c", "env | grep ^SKDEMO_ | cut -d= -f1 | sort"],
      environment: [
        "SKDEMO_STORE": server.url, "SKDEMO_PASSWORD": "open sesame",
        "SKDEMO_NEW_PASSWORD": "open barley", "SKDEMO_OPERATOR_KEY_FILE": "/keys/operator",
        "SKDEMO_OFFER_KEY_FILE": "/keys/offer", "SKDEMO_SHEETS": "decline",
      ])

    let names = ["ACCOUNT", "DATA", "DEVICE", "SHEETS", "STORE"].map { "SKDEMO_\($0)\n" }
    #expect(run.output == names.joined())
  }

  @Test func `a program that a signal ends, ends as without the command`() async throws {
    let run = try await commandLine.skdemo(["run", "--", "sh", "-c", "kill -TERM $$"])

    #expect(run.isSignalled)
    #expect(run.status == SIGTERM)
    #expect(run.errors == "")
  }

  @Test func `what the options leave out the environment says`() async throws {
    let script = #"echo "$SKDEMO_CATALOG $SKDEMO_ACCOUNT $SKDEMO_DEVICE$SKDEMO_NEW_DEVICE""#
    let options = try await commandLine.skdemo([
      "run", "--catalog", RunFixture.journal, "--account", "ann", "--", "sh", "-c", script,
    ])
    let variables = try await commandLine.skdemo(
      ["run", "--", "sh", "-c", script],
      environment: [
        "SKDEMO_CATALOG": RunFixture.journal, "SKDEMO_ACCOUNT": "ann", "SKDEMO_NEW_DEVICE": "1",
      ])
    let device = try await commandLine.skdemo(
      ["run", "--json", "--account", "ann", "--", "true"], environment: ["SKDEMO_DEVICE": "watch"])

    #expect(options.output == "\(RunFixture.journal) ann device-1\n")
    #expect(variables.output == "\(RunFixture.journal) ann device-2\n")
    #expect(try device.errorCode() == "unknownDevice")
  }

  @Test func `a program inherits no connection of the command`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)

    // A session on a terminal begins with no other descriptors than the standard ones.
    let terminal = try await TerminalSession(
      columns: 200, executable: BuiltExecutable.url("skdemo"),
      arguments: ["run", "--store", ann.url, "--", "sh", "-c", "ls -l /proc/$$/fd; exit 0"],
      environment: ["SKDEMO_DATA": ann.commandLine.data.path])

    #expect(try await terminal.waitForEnd() == .exited(0))
    #expect(terminal.text.contains(" 2 -> "))
    #expect(!terminal.text.contains("socket:"))
    #expect(!terminal.text.contains("anon_inode"))
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
    _ = try await RemoteCustomer.signedUp("ann", at: server)
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
