import Foundation
import StoreAPI
import StoreHTTP
import Testing

/// What a lost answer leaves behind at the door.
@Suite(.timeLimit(.minutes(1))) struct HTTPAccountsTests {
  private let ann = Credentials(account: "ann", password: "open sesame")

  @Test func `who signed up and never heard of it is signed in`() async throws {
    try await ScriptedServer.run(
      .closes, .fault(.accountExists("ann")), .json(Answers.signIn)
    ) { server, address in
      let accounts = try HastyClient(address).store().accounts

      #expect(try await accounts.signUp(ann) == Answers.signIn)

      #expect(
        server.requests.map(\.line) == ["POST /v1/sign-up", "POST /v1/sign-up", "POST /v1/sign-in"])
    }
  }

  @Test func `a name that someone else has stays theirs`() async throws {
    try await ScriptedServer.run(
      .closes, .fault(.accountExists("ann")), .fault(.signInRefused)
    ) { _, address in
      let accounts = try HastyClient(address).store().accounts

      await #expect(throws: StoreFault.accountExists("ann")) { try await accounts.signUp(ann) }
    }
  }

  @Test func `a taken name is refused although the password would open it`() async throws {
    try await ScriptedServer.run(
      .fault(.accountExists("ann")), .json(Answers.signIn)
    ) { server, address in
      let accounts = try HastyClient(address).store().accounts

      await #expect(throws: StoreFault.accountExists("ann")) { try await accounts.signUp(ann) }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a device whose token was lost is replaced`() async throws {
    let none = Answer([StoreDevice](), at: Answers.time)
    let one = Answer([Answers.device], at: Answers.time)
    try await ScriptedServer.run(
      .json(none), .closes, .fault(.deviceExists("alpha")), .json(one),
      .json(Answer(Answers.device, at: Answers.time)), .json(Answers.registration)
    ) { server, address in
      let accounts = try HastyClient(address).store().accounts

      #expect(
        try await accounts.registerDevice("alpha", signIn: "s") == Answers.registration)

      #expect(
        server.requests.map(\.line) == [
          "GET /v1/devices", "POST /v1/devices", "POST /v1/devices", "GET /v1/devices",
          "POST /v1/devices/remove", "POST /v1/devices",
        ])
    }
  }

  @Test func `a device that was there before stays`() async throws {
    let one = Answer([Answers.device], at: Answers.time)
    try await ScriptedServer.run(.json(one)) { server, address in
      let accounts = try HastyClient(address).store().accounts

      await #expect(throws: StoreFault.deviceExists("alpha")) {
        try await accounts.registerDevice("alpha", signIn: "s")
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a device whose removal was not heard of is removed`() async throws {
    let one = Answer([Answers.device], at: Answers.time)
    try await ScriptedServer.run(
      .json(one), .closes, .fault(.unknownDevice("alpha"))
    ) { _, address in
      let accounts = try HastyClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s").value == Answers.device)
    }
  }
}
