import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import TestSupport
import Testing

/// Sign-ups, sign-ins and registrations whose answer was lost.
@Suite(.hangLimit) struct HTTPAccountsTests {
  private let ann = Credentials(account: "ann", password: "open sesame")

  @Test func `a sign-up whose answer was lost is completed by a sign-in`() async throws {
    try await ScriptedServer.run(
      [.closes, .error(.accountExists(name: "ann")), .json(SampleAnswers.signIn)]
    ) { server, client in
      let answer = try await client.accounts.signUp(ann)

      #expect(answer == SampleAnswers.signIn)

      #expect(
        server.requests.map(\.line) == ["POST /v1/sign-up", "POST /v1/sign-up", "POST /v1/sign-in"])
    }
  }

  @Test(
    arguments: [
      ([.closes, .error(.accountExists(name: "ann")), .error(.signInRefused)], 3),
      ([.error(.accountExists(name: "ann")), .json(SampleAnswers.signIn)], 1),
    ] as [([ScriptedServer.Response], Int)])
  func `a name that another customer has is refused, even with that account's password`(
    responses: [ScriptedServer.Response], requests: Int
  ) async throws {
    try await ScriptedServer.run(responses) { server, client in
      await #expect(throws: StoreError.accountExists(name: "ann")) {
        try await client.accounts.signUp(ann)
      }
      #expect(server.requests.count == requests)
    }
  }

  @Test func `a registration whose answer was lost is repeated with the same token`()
    async throws
  {
    try await ScriptedServer.run { request, number in
      number == 0 ? .closes : .json(try SampleAnswers.registration(for: request))
    } body: { server, client in
      let registration = try await client.accounts.registerDevice("alpha", signIn: "s")

      #expect(registration.value.device == SampleAnswers.device)
      #expect(server.requests.map(\.line) == ["POST /v1/devices", "POST /v1/devices"])
      let sent = try server.requests.map {
        try NewDevice.decode(ParsedJSON($0.body.utf8), of: .request)
      }
      #expect(sent.map(\.device) == ["alpha", "alpha"])
      #expect(Set(sent.map(\.token)).count == 1)
    }
  }

  private static let noName =
    "its answer to \(AccountEndpoints.registerDevice.route.operation) cannot be read: value.device.id: "
    + "this is not a name that an account or a device can have"

  @Test(arguments: [
    ("../../other-host/devices/alpha", noName), ("", noName), ("alpha\u{0}", noName),
    ("beta", "it answered with a registration of another device than 'alpha'"),
  ])
  func `a registration under another name than the one that was asked for is refused`(
    name: String, reason: String
  ) async throws {
    try await ScriptedServer.run { request, _ in
      var answer = try SampleAnswers.registration(for: request)
      answer.value.device.id = name
      return .json(answer)
    } body: { server, client in
      await #expect(throws: client.unavailable(reason)) {
        try await client.accounts.registerDevice("alpha", signIn: "s")
      }
    }
  }

  @Test func `a registration with another token than the one that was sent is refused`()
    async throws
  {
    try await ScriptedServer.run { request, _ in
      var answer = try SampleAnswers.registration(for: request)
      answer.value.token = DeviceToken.random().string
      return .json(answer)
    } body: { server, client in
      await #expect(
        throws: client.unavailable(
          "it answered with a registration of another device than 'alpha'")
      ) {
        try await client.accounts.registerDevice("alpha", signIn: "s")
      }
    }
  }

  @Test func `a sign-in to another account than the one that was asked for is refused`()
    async throws
  {
    let bob = Credentials(account: "bob", password: "open sesame")
    try await ScriptedServer.run([.json(SampleAnswers.signIn)]) { server, client in
      let error = client.unavailable(
        "it answered with a sign-in to another account than 'bob'")
      await #expect(throws: error) { try await client.accounts.signUp(bob) }
      await #expect(throws: error) { try await client.accounts.signIn(bob) }
    }
  }

  @Test func `an answer that another device was removed is refused`() async throws {
    var other = SampleAnswers.device
    other.id = "beta"
    let answers = [Self.list, .json(Answer(other, at: SampleAnswers.time))]
    try await ScriptedServer.run(answers) { server, client in
      await #expect(
        throws: client.unavailable(
          "it answered with the removal of another device than 'alpha'")
      ) {
        try await client.accounts.removeDevice("alpha", signIn: "s")
      }
    }
  }

  @Test func `a device name that is taken after a lost answer is refused`() async throws {
    try await ScriptedServer.run([.closes, .error(.deviceExists(name: "alpha"))]) {
      server, client in
      await #expect(throws: StoreError.deviceExists(name: "alpha")) {
        try await client.accounts.registerDevice("alpha", signIn: "s")
      }
      #expect(server.requests.map(\.line) == ["POST /v1/devices", "POST /v1/devices"])
    }
  }

  private static let otherDevice = {
    var device = SampleAnswers.device
    device.verificationID = LowercaseUUID(UUID())
    return Answer([device], at: SampleAnswers.time)
  }()
  private static let list = ScriptedServer.Response.json(SampleAnswers.oneDevice)

  @Test(
    arguments: [
      // The lost attempt has removed it.
      [list, .closes, .json(SampleAnswers.noDevice)],
      // It has, and a new device has the name: that one stays.
      [list, .closes, .json(otherDevice)],
      // The attempts never arrived: a retry removes it.
      [
        list, .closes, list, .closes, list,
        .json(Answer(SampleAnswers.device, at: SampleAnswers.time)),
      ],
      // The lost attempt arrives between two retries.
      [
        list, .closes, list, .refusal(RequestError(.busy, "come back")),
        .error(.unknownDevice(name: "alpha")),
      ],
    ] as [[ScriptedServer.Response]])
  func `a device whose removal's answer was lost is removed, and no other`(
    responses: [ScriptedServer.Response]
  ) async throws {
    try await ScriptedServer.run(responses) { server, client in
      let removed = try await client.accounts.removeDevice("alpha", signIn: "s").value

      #expect(removed == SampleAnswers.device)
      #expect(server.requests.count == responses.count)
    }
  }

  @Test func `a removal whose answer is lost every time fails`() async throws {
    try await ScriptedServer.run({ request, _ in
      request.line == "GET /v1/devices" ? .json(SampleAnswers.oneDevice) : .closes
    }) { server, client in
      await #expect {
        try await client.accounts.removeDevice("alpha", signIn: "s")
      } throws: { ($0 as? StoreError)?.code == .unavailable }
      #expect(server.requests.count { $0.line == "POST /v1/devices/remove" } == 4)
    }
  }

  @Test func `a sign-out whose answer was lost is complete`() async throws {
    try await ScriptedServer.run(
      [.json(SampleAnswers.noDevice), .closes, .error(.unauthorized)]
    ) { _, client in
      let answer = try await client.accounts.signOut(signIn: "s")

      #expect(answer == SampleAnswers.time)
    }
  }

  @Test func `an unknown sign-in cannot be signed out`() async throws {
    try await ScriptedServer.run([.error(.unauthorized)]) { _, client in
      await #expect(throws: StoreError.unauthorized) {
        try await client.accounts.signOut(signIn: "s")
      }
    }
  }
}
