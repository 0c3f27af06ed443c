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

  @Test func `a device whose registration was not heard of is asked for by the same token`()
    async throws
  {
    try await ScriptedServer.run(.closes, .json(Answers.registration)) { server, address in
      let accounts = try HastyClient(address).store().accounts

      let registration = try await accounts.registerDevice("alpha", signIn: "s")

      #expect(registration == Answers.registration)
      #expect(server.requests.map(\.line) == ["POST /v1/devices", "POST /v1/devices"])
      let sent = try server.requests.map {
        try JSONDecoder.payload.decode(Checked<NewDevice>.self, from: Data($0.body.utf8)).value
      }
      #expect(sent.map(\.device) == ["alpha", "alpha"])
      #expect(Set(sent.map(\.token)).count == 1)
    }
  }

  @Test func `a name that is taken after a lost answer is left to whoever has it`() async throws {
    try await ScriptedServer.run(.closes, .fault(.deviceExists("alpha"))) { server, address in
      let accounts = try HastyClient(address).store().accounts

      await #expect(throws: StoreFault.deviceExists("alpha")) {
        try await accounts.registerDevice("alpha", signIn: "s")
      }
      #expect(server.requests.map(\.line) == ["POST /v1/devices", "POST /v1/devices"])
    }
  }

  @Test func `a device whose removal was not heard of is removed`() async throws {
    let one = Answer([Answers.device], at: Answers.time)
    try await ScriptedServer.run(
      .json(one), .closes, .json(Answer([StoreDevice](), at: Answers.time))
    ) { _, address in
      let accounts = try HastyClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s").value == Answers.device)
    }
  }

  @Test func `a device that has got the name of a removed one stays`() async throws {
    let one = Answer([Answers.device], at: Answers.time)
    var other = Answers.device
    other.verificationID = LowercaseUUID(UUID())
    try await ScriptedServer.run(
      .json(one), .closes, .json(Answer([other], at: Answers.time))
    ) { server, address in
      let accounts = try HastyClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s").value == Answers.device)

      #expect(
        server.requests.map(\.line) == [
          "GET /v1/devices", "POST /v1/devices/remove", "GET /v1/devices",
        ])
    }
  }

  @Test func `a device whose removal never arrived is removed by the next try`() async throws {
    let one = Answer([Answers.device], at: Answers.time)
    let removed = Answer(Answers.device, at: Answers.time)
    try await ScriptedServer.run(
      .json(one), .closes, .json(one), .closes, .json(one), .json(removed)
    ) { server, address in
      let accounts = try HastyClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s") == removed)

      #expect(server.requests.count == 6)
    }
  }

  @Test func `a device whose lost removal comes between two retries is removed`() async throws {
    let one = Answer([Answers.device], at: Answers.time)
    try await ScriptedServer.run(
      .json(one), .closes, .json(one), .refusal(RequestError(.busy, "come back")),
      .fault(.unknownDevice("alpha"))
    ) { server, address in
      let accounts = try HastyClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s").value == Answers.device)

      #expect(server.requests.count == 5)
    }
  }

  @Test func `a device whose removal is lost every time may still be there`() async throws {
    let one = Answer([Answers.device], at: Answers.time)
    try await ScriptedServer.run({ request, _ in
      request.line == "GET /v1/devices" ? .json(one) : .closes
    }) { server, address in
      let accounts = try HastyClient(address).store().accounts

      await #expect(throws: StoreFault.self) {
        try await accounts.removeDevice("alpha", signIn: "s")
      }
      #expect(server.requests.count { $0.line == "POST /v1/devices/remove" } == 4)
    }
  }

  @Test func `a machine that signed out and never heard of it is signed out`() async throws {
    let none = Answer([StoreDevice](), at: Answers.time)
    try await ScriptedServer.run(
      .json(none), .closes, .fault(.unauthorized)
    ) { _, address in
      let accounts = try HastyClient(address).store().accounts

      #expect(try await accounts.signOut(signIn: "s") == Answers.time)
    }
  }

  @Test func `a machine that was never signed in cannot sign out`() async throws {
    try await ScriptedServer.run(.fault(.unauthorized)) { _, address in
      let accounts = try HastyClient(address).store().accounts

      await #expect(throws: StoreFault.unauthorized) { try await accounts.signOut(signIn: "s") }
    }
  }
}
