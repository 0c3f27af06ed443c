import Foundation
import TestSupport
import Testing

/// A password that is typed on a terminal.
@Suite(.hangLimit) struct PasswordPromptTests {
  private static let password = "correct horse"

  @Test func `a new password is asked twice, and neither is shown`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let customer = try CommandLineFixture()

    let signUp = try await customer.signIn("--create", "--account", "anna", at: server)
    try await signUp.answer("Password: ", Self.password)
    try await signUp.answer("Repeat the password: ", Self.password)

    #expect(try await signUp.waitForEnd() == .exited(0))
    #expect(signUp.text.contains("signed in to"))
    #expect(!signUp.text.contains(Self.password))
    #expect(signUp.modes == signUp.initialModes)
  }

  @Test func `a known password is asked once and not shown, even if it is wrong`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let anna = try await RemoteCustomer.signedUp("anna", at: server)

    let wrong = try await anna.commandLine.signIn("--account", "anna", at: server)
    try await wrong.answer("Password: ", Self.password)
    let refused = try await wrong.waitForEnd()
    let right = try await anna.commandLine.signIn(at: server)
    try await right.answer("Account: ", "anna")
    try await right.answer("Password: ", "open sesame")

    #expect(refused == .exited(1))
    #expect(try await right.waitForEnd() == .exited(0))
    for session in [wrong, right] {
      #expect(!session.text.contains(Self.password) && !session.text.contains("open sesame"))
      #expect(!session.text.contains("again"))
      #expect(session.modes == session.initialModes)
    }
    // The name is no secret: the terminal shows it.
    #expect(right.text.contains("Account: anna"))
  }

  @Test func `a change asks for the old password once and for the new one twice, and shows none`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let anna = try await RemoteCustomer.signedUp("anna", at: server)

    let change = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"),
      arguments: ["password", "change", "--store", server.url],
      environment: ["SKDEMO_DATA": anna.commandLine.data.path])
    try await change.answer("Old password: ", "open sesame")
    try await change.answer("New password: ", Self.password)
    try await change.answer("Repeat the password: ", Self.password)

    #expect(try await change.waitForEnd() == .exited(0))
    #expect(!change.text.contains(Self.password) && !change.text.contains("open sesame"))
    #expect(change.modes == change.initialModes)
    _ = try await anna.skdemo("sign-in", "--account", "anna", password: Self.password).succeeded()
  }

  @Test func `two passwords that differ make no account`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let customer = try CommandLineFixture()

    let signUp = try await customer.signIn("--create", "--account", "anna", at: server)
    try await signUp.answer("Password: ", Self.password)
    try await signUp.answer("Repeat the password: ", "correct house")

    #expect(try await signUp.waitForEnd() == .exited(1))
    #expect(signUp.text.contains("the two passwords differ"))
    #expect(!signUp.text.contains("correct"))
    _ = try await RemoteCustomer.signedUp("anna", at: server)
  }
}

extension CommandLineFixture {
  fileprivate func signIn(
    _ arguments: String..., at server: ServeProcess
  ) async throws -> TerminalSession {
    try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"),
      arguments: ["sign-in", "--store", server.url] + arguments,
      environment: ["SKDEMO_DATA": data.path])
  }
}

extension TerminalSession {
  /// Waits for a question and types the answer.
  fileprivate func answer(_ question: String, _ text: String) async throws {
    try await waitFor(question)
    send(text + "\n")
  }
}
