import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// Accounts that customers of the store's own machine use without a password.
@Suite(.hangLimit) struct LocalAccountTests {
  private let customer = Credentials(account: "customer", password: "correct horse")
  private let bob = Credentials(account: "bob", password: "correct horse")

  @Test func `nobody can sign up as the local customer, before or after their first visit`()
    async throws
  {
    let engine = try await StoreFixture.make().engine
    await #expect(throws: StoreError.accountExists(name: "customer")) {
      try await engine.signUp(customer)
    }
    #expect(try await engine.accounts().value.map(\.name) == ["alice"])

    _ = try await engine.signIn(local: "customer")

    await #expect(throws: StoreError.accountExists(name: "customer")) {
      try await engine.signUp(customer)
    }
    await #expect(throws: StoreError.signInRefused) { try await engine.signIn(customer) }
  }

  @Test func `sign-ups as the local customer are limited like all others`() async throws {
    let engine = try await StoreFixture.make().engine.accounts(from: "192.0.2.7")
    for _ in 0..<5 {
      await #expect(throws: StoreError.accountExists(name: "customer")) {
        try await engine.signUp(customer)
      }
    }

    await #expect {
      try await engine.signUp(customer)
    } throws: { ($0 as? StoreError)?.code == .tooManyAttempts }
  }

  @Test func `this machine does not share an account that somebody signed up for`() async throws {
    let engine = try await StoreFixture.make().engine
    let remote = try await engine.signUp(bob).value

    await #expect(throws: StoreError.accountExists(name: "bob")) {
      try await engine.signIn(local: "bob")
    }
    await #expect(throws: StoreError.accountExists(name: "bob")) {
      try await engine.checkLocal("bob")
    }
    #expect(try await engine.devices(signIn: remote.token).value.isEmpty)
  }

  @Test func `an account that the operator makes is used here without its password`() async throws {
    let engine = try await StoreFixture.make().engine
    _ = try await engine.perform(.addAccount(credentials: customer))

    let here = try await engine.signIn(local: "customer").value
    let elsewhere = try await engine.signIn(customer).value

    _ = try await engine.registerDevice("phone", signIn: here.token)
    #expect(try await engine.devices(signIn: elsewhere.token).value.map(\.id) == ["phone"])
    try await engine.checkLocal("customer")
    try await engine.checkLocal("somebody")
  }
}
