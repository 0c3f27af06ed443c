import Foundation
import TestSupport
import Testing

/// Signals at the question for a password, on a terminal.
@Suite(.hangLimit) struct PasswordSignalTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture() }

  @Test(arguments: FatalSignalTests.signals)
  func `a fatal signal at the question leaves a terminal that shows what is typed`(
    signal: Int32
  ) async throws {
    // Nothing listens at this address; the password is asked before the store is.
    let session = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"),
      arguments: ["sign-in", "--store", "http://127.0.0.1:9", "--account", "alice"],
      environment: ["SKDEMO_DATA": commandLine.data.path])
    try await session.waitFor("Password: ")
    #expect(session.modes != session.initialModes)
    session.signal(signal)

    #expect(try await session.waitForEnd() == .signalled(signal))
    #expect(session.modes == session.initialModes)
  }

  @Test func `Ctrl-Z at the question leaves a terminal that shows what is typed`() async throws {
    let binary = try BuiltExecutable.url("skdemo").path(percentEncoded: false)
    // This shell, unlike bash, leaves the terminal's modes as a stopped program left them.
    let shell = ["PS1=READY> ", "dash", "-i"]

    try await TmuxSession.run(
      command: shell, environment: ["SKDEMO_DATA": commandLine.data.path]
    ) { terminal in
      try await terminal.waitFor("READY>")
      try await terminal.type("\(binary) sign-in --store http://127.0.0.1:9 --account alice")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("Password:")
      try await terminal.sendKeys("C-z")
      try await terminal.waitForPrompt("READY>", after: "Stopped")
      try await terminal.type("echo sesame")
      try await terminal.waitFor("READY> echo sesame")
    }
  }
}
