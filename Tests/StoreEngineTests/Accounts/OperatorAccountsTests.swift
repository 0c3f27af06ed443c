import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// The operator's commands for accounts.
@Suite(.hangLimit) struct OperatorAccountsTests {
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
}
