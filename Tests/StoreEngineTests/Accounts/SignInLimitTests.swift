import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// How many machines can be signed in to an account.
@Suite(.hangLimit) struct SignInLimitTests {
  private let bob = Credentials(account: "bob", password: "correct horse")

  @Test func `if too many machines are signed in, the oldest sign-in ends`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await storeOfThree(fixture)
    var tokens = [try await engine.signUp(bob).value.token]
    let phone = try await engine.registerDevice("phone", signIn: tokens[0]).value
    for _ in 0..<3 {
      try await fixture.advance("PT1S")
      tokens.append(try await engine.signIn(bob).value.token)
    }

    await #expect(throws: StoreError.unauthorized) { try await engine.devices(signIn: tokens[0]) }
    for token in tokens.dropFirst() {
      #expect(try await engine.devices(signIn: token).value == [phone.device])
    }
    try await fixture.backend(of: phone).buy("nonconsumable.car")
    #expect(try await engine.accounts().value.map(\.signIns) == [1, 3])
  }

  @Test func `a new sign-in is not ended at once if the clock is frozen`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await storeOfThree(fixture)
    _ = try await engine.signUp(bob)

    for _ in 0..<10 {
      let newest = try await engine.signIn(bob).value
      _ = try await engine.devices(signIn: newest.token)
    }

    #expect(try await engine.accounts().value.map(\.signIns) == [1, 3])
  }

  private func storeOfThree(_ fixture: StoreFixture) async throws -> StoreEngine {
    var limits = SignInLimits.standard
    limits.eachAccount.signIns = 3
    return try await fixture.another(limits: limits)
  }
}
