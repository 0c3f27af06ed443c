import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct SignInTests {
  private let fixture: StoreFixture

  init() async throws { fixture = try await StoreFixture.make() }

  private let bob = Credentials(account: "bob", password: "correct horse")

  @Test func `the error is the same for a wrong name and a wrong password`() async throws {
    _ = try await fixture.engine.signUp(bob)

    for (name, password) in [
      ("bob", "correct hors3"), ("carol", "correct horse"), ("alice", "correct horse"),
      ("bob", ""), ("carol", ""), ("bob", String(repeating: "a", count: 100_000)), ("", ""),
      ("..", "correct horse"), ("no name\0", "correct horse"),
    ] {
      await #expect(throws: StoreError.signInRefused, "\(name)") {
        try await fixture.engine.signIn(Credentials(account: name, password: password))
      }
    }
  }

  @Test func `of several sign-ups with one name at once one succeeds`() async throws {
    let engines = [fixture.engine, try await fixture.another()]

    let signIns = await withTaskGroup(of: SignIn?.self) { group in
      for engine in engines + engines {
        group.addTask { [bob] in try? await engine.signUp(bob).value }
      }
      return await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
    }

    #expect(signIns.count == 1)
  }

  @Test func `a machine that is signed out everywhere registers no device afterwards`()
    async throws
  {
    for round in 0..<40 {
      let lost = try await fixture.engine.signIn(local: "bob").value
      let mine = try await fixture.engine.signIn(local: "bob").value
      async let attempts = (0..<3).asyncMap { number in
        try? await fixture.engine.registerDevice("phone-\(round)-\(number)", signIn: lost.token)
      }

      let staying = try await fixture.engine.signOutEverywhere(signIn: mine.token).value

      _ = await attempts
      #expect(try await fixture.engine.accounts().value.last?.devices == staying)
    }
  }

  @Test func `a machine manages the devices of its own account only`() async throws {
    let (alices, _) = try await fixture.device("phone")
    let bobs = try await fixture.engine.signUp(bob).value

    #expect(try await fixture.engine.devices(signIn: bobs.token).value.isEmpty)
    await #expect(throws: StoreError.unknownDevice(name: "phone")) {
      try await fixture.engine.removeDevice("phone", signIn: bobs.token)
    }

    let mine = try await fixture.engine.registerDevice("phone", signIn: bobs.token).value
    try await alices.buy("nonconsumable.car")
    #expect(try await fixture.backend(of: mine).purchases().value.latest.isEmpty)
    _ = try await fixture.engine.removeDevice("phone", signIn: bobs.token)
    #expect(try await alices.purchases().value.latest.count == 1)
  }

  @Test func `a reset keeps accounts, passwords and sign-ins`() async throws {
    let signIn = try await fixture.engine.signUp(bob).value

    _ = try await fixture.engine.reset()

    _ = try await fixture.engine.signIn(bob)
    _ = try await fixture.engine.registerDevice("phone", signIn: signIn.token)
  }
}
