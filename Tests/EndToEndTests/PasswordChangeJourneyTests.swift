import Foundation
import TestSupport
import Testing

/// Passwords that a customer or the operator changes, and who can have the local customer's account.
@Suite(.serialized, .hangLimit) struct PasswordChangeJourneyTests {
  @Test func `another password signs every other machine out, and leaves the devices`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.status()
    let other = try await RemoteCustomer.signedIn("ann", at: server)
    _ = try await other.status()

    let report = try await ann.changePassword("--json").succeeded().json()

    #expect(report["account"] as? String == "ann")
    #expect(report["devices"] as? [String] == ["device-1", "device-2"])
    #expect(try await ann.status("--new-device")["device"] as? String == "device-3")
    let signedOut = try await other.skdemo("device", "list", "--json")
    #expect(try signedOut.errorCode() == "notSignedIn")
    _ = try await other.status()
    let old = try await other.skdemo("sign-in", "--account", "ann", "--json")
    #expect(try old.errorCode() == "signInRefused")
    _ = try await other.skdemo("sign-in", "--account", "ann", password: "battery staple")
      .succeeded()
  }

  @Test func `another password signs the devices out if it is asked to`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    let other = try await RemoteCustomer.signedIn("ann", at: server)
    _ = try await other.status()

    let run = try await ann.changePassword("--sign-out-devices").succeeded()

    #expect(run.output.hasPrefix("ann has a new password"))
    #expect(run.output.contains("no device stays signed in"))
    let status = try await ann.status()
    #expect(status["device"] as? String == "device-1")
    #expect(status["customer"] as? String == "active")
    let signedOut = try await other.skdemo("status", "--json")
    #expect(try signedOut.errorCode() == "notSignedIn")
  }

  @Test func `a wrong old password changes nothing, and says so`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)

    let run = try await ann.changePassword("--json", from: "close sesame")

    #expect(run.status == 1)
    #expect(try run.errorCode() == "signInRefused")
    #expect(run.errors.contains("the old password is wrong, so nothing has changed"))
    _ = try await ann.skdemo("sign-in", "--account", "ann").succeeded()
  }

  @Test func `the store on this machine asks for no password that could be changed`() async throws {
    let run = try await CommandLineFixture().skdemo("password", "change", "--json")

    #expect(run.status == 2)
    #expect(run.errors.contains("skdemo store account password NAME"))
  }

  @Test func `a machine that has signed in before does not wait for others' wrong passwords`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.status()
    let stranger = try RemoteCustomer(server.url)
    for _ in 0..<8 {
      let guess = try await stranger.skdemo("sign-in", "--account", "ann", password: "a guess")
      #expect(guess.status == 1)
    }

    _ = try await ann.skdemo("sign-in", "--account", "ann").succeeded()
  }

  @Test func `a stranger does not get the local customer's account, and the operator can open it`()
    async throws
  {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let stranger = try RemoteCustomer(server.url)
    let signUp = try await stranger.skdemo(
      "sign-in", "--create", "--account", "customer", "--json")
    #expect(try signUp.errorCode() == "accountExists")
    #expect(try await server.end() == 0)
    _ = try await store.skdemo("buy", "nonconsumable.car", "--yes").succeeded()

    let opened = try await store.skdemo(
      ["store", "account", "password", "customer"],
      environment: ["SKDEMO_PASSWORD": "open sesame"]
    ).succeeded()

    #expect(
      opened.output
        == "customer has a new password: 1 sign-in revoked, still signed in: device-1\n")
    #expect(
      try await store.skdemo("status", "--json").json()["customer"] as? String == "active")
    let again = try await ServeProcess.start(store)
    let owner = try await RemoteCustomer.signedIn("customer", at: again)
    #expect(try await owner.status()["customer"] as? String == "active")
  }
}

extension RemoteCustomer {
  fileprivate func changePassword(
    _ arguments: String..., from password: String = "open sesame"
  ) async throws -> CommandRun {
    try await commandLine.skdemo(
      ["password", "change"] + arguments,
      environment: [
        "SKDEMO_STORE": url, "SKDEMO_PASSWORD": password, "SKDEMO_NEW_PASSWORD": "battery staple",
      ])
  }
}
