import Foundation
import StoreAPI
import StoreHTTP
import Testing

/// Sign-ups, sign-ins and registrations whose answer was lost.
@Suite(.timeLimit(.minutes(1))) struct HTTPAccountsTests {
  private let ann = Credentials(account: "ann", password: "open sesame")

  @Test func `a sign-up whose answer was lost is completed by a sign-in`() async throws {
    try await ScriptedServer.run(
      .closes, .fault(.accountExists("ann")), .json(SampleAnswers.signIn)
    ) { server, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      #expect(try await accounts.signUp(ann) == SampleAnswers.signIn)

      #expect(
        server.requests.map(\.line) == ["POST /v1/sign-up", "POST /v1/sign-up", "POST /v1/sign-in"])
    }
  }

  @Test func `a name that another customer has is refused after a lost answer`() async throws {
    try await ScriptedServer.run(
      .closes, .fault(.accountExists("ann")), .fault(.signInRefused)
    ) { _, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      await #expect(throws: StoreFault.accountExists("ann")) { try await accounts.signUp(ann) }
    }
  }

  @Test func `a taken name is refused, even with that account's password`() async throws {
    try await ScriptedServer.run(
      .fault(.accountExists("ann")), .json(SampleAnswers.signIn)
    ) { server, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      await #expect(throws: StoreFault.accountExists("ann")) { try await accounts.signUp(ann) }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a registration whose answer was lost is repeated with the same token`()
    async throws
  {
    try await ScriptedServer.run(.closes, .json(SampleAnswers.registration)) { server, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      let registration = try await accounts.registerDevice("alpha", signIn: "s")

      #expect(registration == SampleAnswers.registration)
      #expect(server.requests.map(\.line) == ["POST /v1/devices", "POST /v1/devices"])
      let sent = try server.requests.map {
        try JSONDecoder.payload.decode(Checked<NewDevice>.self, from: Data($0.body.utf8)).value
      }
      #expect(sent.map(\.device) == ["alpha", "alpha"])
      #expect(Set(sent.map(\.token)).count == 1)
    }
  }

  @Test func `a device name that is taken after a lost answer is refused`() async throws {
    try await ScriptedServer.run(.closes, .fault(.deviceExists("alpha"))) { server, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      await #expect(throws: StoreFault.deviceExists("alpha")) {
        try await accounts.registerDevice("alpha", signIn: "s")
      }
      #expect(server.requests.map(\.line) == ["POST /v1/devices", "POST /v1/devices"])
    }
  }

  @Test func `a device whose removal's answer was lost is removed`() async throws {
    let one = Answer([SampleAnswers.device], at: SampleAnswers.time)
    try await ScriptedServer.run(
      .json(one), .closes, .json(Answer([StoreDevice](), at: SampleAnswers.time))
    ) { _, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s").value == SampleAnswers.device)
    }
  }

  @Test func `a new device with the name of a removed one stays`() async throws {
    let one = Answer([SampleAnswers.device], at: SampleAnswers.time)
    var other = SampleAnswers.device
    other.verificationID = LowercaseUUID(UUID())
    try await ScriptedServer.run(
      .json(one), .closes, .json(Answer([other], at: SampleAnswers.time))
    ) { server, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s").value == SampleAnswers.device)

      #expect(
        server.requests.map(\.line) == [
          "GET /v1/devices", "POST /v1/devices/remove", "GET /v1/devices",
        ])
    }
  }

  @Test func `a device whose removal never arrived is removed by a retry`() async throws {
    let one = Answer([SampleAnswers.device], at: SampleAnswers.time)
    let removed = Answer(SampleAnswers.device, at: SampleAnswers.time)
    try await ScriptedServer.run(
      .json(one), .closes, .json(one), .closes, .json(one), .json(removed)
    ) { server, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s") == removed)

      #expect(server.requests.count == 6)
    }
  }

  @Test func `a device whose lost removal arrives between two retries is removed`() async throws {
    let one = Answer([SampleAnswers.device], at: SampleAnswers.time)
    try await ScriptedServer.run(
      .json(one), .closes, .json(one), .refusal(RequestError(.busy, "come back")),
      .fault(.unknownDevice("alpha"))
    ) { server, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      #expect(try await accounts.removeDevice("alpha", signIn: "s").value == SampleAnswers.device)

      #expect(server.requests.count == 5)
    }
  }

  @Test func `a removal whose answer is lost every time fails`() async throws {
    let one = Answer([SampleAnswers.device], at: SampleAnswers.time)
    try await ScriptedServer.run({ request, _ in
      request.line == "GET /v1/devices" ? .json(one) : .closes
    }) { server, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      await #expect(throws: StoreFault.self) {
        try await accounts.removeDevice("alpha", signIn: "s")
      }
      #expect(server.requests.count { $0.line == "POST /v1/devices/remove" } == 4)
    }
  }

  @Test func `a sign-out whose answer was lost is complete`() async throws {
    let none = Answer([StoreDevice](), at: SampleAnswers.time)
    try await ScriptedServer.run(
      .json(none), .closes, .fault(.unauthorized)
    ) { _, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      #expect(try await accounts.signOut(signIn: "s") == SampleAnswers.time)
    }
  }

  @Test func `an unknown sign-in cannot be signed out`() async throws {
    try await ScriptedServer.run(.fault(.unauthorized)) { _, address in
      let accounts = try PauseRecordingClient(address).store().accounts

      await #expect(throws: StoreFault.unauthorized) { try await accounts.signOut(signIn: "s") }
    }
  }
}
