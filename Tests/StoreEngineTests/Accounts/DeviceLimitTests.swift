import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// How many devices an account may have.
@Suite(.hangLimit) struct DeviceLimitTests {
  private let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture.make()
  }

  @Test func `a full account can register a device after one was removed`() async throws {
    let engine = try await storeOfThree()
    let token = fixture.signIn.token

    await #expect(throws: StoreError.tooManyDevices(maximum: 3)) {
      try await engine.registerDevice("delta", signIn: token)
    }

    #expect(try await engine.devices(signIn: token).value.map(\.id) == ["alpha", "beta", "gamma"])
    _ = try await engine.removeDevice("beta", signIn: token)
    _ = try await engine.registerDevice("delta", signIn: token)
  }

  @Test func `the devices of one account do not count for another`() async throws {
    let engine = try await storeOfThree()
    let bob = try await engine.signIn(local: "bob").value

    _ = try await engine.registerDevice("alpha", signIn: bob.token)
  }

  @Test func `a name that is taken is refused before the number of devices is`() async throws {
    let engine = try await storeOfThree()

    await #expect(throws: StoreError.deviceExists(name: "alpha")) {
      try await engine.registerDevice("alpha", signIn: fixture.signIn.token)
    }
  }

  @Test func `the error says how to remove a device`() {
    let sentence = StoreError.tooManyDevices(maximum: 1_000).description

    #expect(sentence.contains("1000 devices"))
    #expect(sentence.contains("device list") && sentence.contains("device remove"))
  }

  /// A store in which an account may have three devices, and Alice has them.
  private func storeOfThree() async throws -> StoreEngine {
    var limits = SignInLimits.standard
    limits.eachAccount.devices = 3
    let engine = try await fixture.another(limits: limits)
    for name in ["alpha", "beta", "gamma"] {
      _ = try await engine.registerDevice(name, signIn: fixture.signIn.token)
    }
    return engine
  }
}
