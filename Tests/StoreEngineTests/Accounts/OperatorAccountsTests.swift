import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// The operator's commands for accounts.
@Suite struct OperatorAccountsTests {
  private let bob = Credentials(account: "bob", password: "correct horse")

  @Test func `the operator lists accounts, their machines and devices`() async throws {
    let fixture = try await StoreFixture.make()
    let signIn = try await fixture.engine.signUp(bob).value
    _ = try await fixture.engine.signIn(bob)
    let phone = try await fixture.engine.registerDevice("phone", signIn: signIn.token).value
    let tablet = try await fixture.engine.registerDevice("tablet", signIn: signIn.token).value
    _ = try await fixture.engine.registerDevice("watch", signIn: signIn.token)
    _ = try await fixture.engine.removeDevice("watch", signIn: signIn.token)

    #expect(
      try await fixture.engine.accounts().value == [
        OperatorAccount(name: "alice", hasPassword: false, signIns: 1, devices: []),
        OperatorAccount(
          name: "bob", hasPassword: true, signIns: 2, devices: [phone.device, tablet.device]),
      ])
  }

  @Test func `a customer signs in to the account that the operator made`() async throws {
    let fixture = try await StoreFixture.make()

    #expect(try await fixture.engine.addAccount(bob).value == StoreAccount(name: "bob"))

    #expect(try await fixture.engine.accounts().value.last?.signIns == 0)
    _ = try await fixture.engine.signIn(bob)
    await #expect(throws: StoreFault.accountExists("bob")) {
      try await fixture.engine.addAccount(bob)
    }
    await #expect(throws: StoreFault.invalidName("a b")) {
      try await fixture.engine.addAccount(Credentials(account: "a b", password: "correct horse"))
    }
    await #expect(throws: StoreFault.invalidPassword) {
      try await fixture.engine.addAccount(Credentials(account: "carol", password: "short"))
    }
  }

  @Test func `the operator signs out all machines of one account only`() async throws {
    let fixture = try await StoreFixture.make()
    let signIns = [
      try await fixture.engine.signUp(bob).value, try await fixture.engine.signIn(bob).value,
    ]
    let phone = try await fixture.engine.registerDevice("phone", signIn: signIns[0].token).value

    #expect(try await fixture.engine.signOut(account: "bob").value == 2)

    for signIn in signIns {
      await #expect(throws: StoreFault.unauthorized) {
        try await fixture.engine.devices(signIn: signIn.token)
      }
    }
    try await fixture.backend(of: phone).buy("nonconsumable.car")
    _ = try await fixture.engine.devices(signIn: fixture.signIn.token)
    #expect(try await fixture.engine.signOut(account: "bob").value == 0)
    await #expect(throws: StoreFault.unknownAccount("carol")) {
      try await fixture.engine.signOut(account: "carol")
    }
  }

  @Test func `the operator removes a device, and another account's of that name stays`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alices, _) = try await fixture.device("phone")
    let signIn = try await fixture.engine.signUp(bob).value
    let registration = try await fixture.engine.registerDevice("phone", signIn: signIn.token).value
    let bobs = try await fixture.backend(of: registration)

    let removed = try await fixture.engine.removeDevice("phone", account: "bob").value

    #expect(removed == registration.device)
    await #expect(throws: StoreFault.unauthorized) { try await bobs.holdings() }
    _ = try await alices.holdings()
    await #expect(throws: StoreFault.unknownDevice("phone")) {
      try await fixture.engine.removeDevice("phone", account: "bob")
    }
    await #expect(throws: StoreFault.unknownAccount("carol")) {
      try await fixture.engine.removeDevice("phone", account: "carol")
    }
  }
}
