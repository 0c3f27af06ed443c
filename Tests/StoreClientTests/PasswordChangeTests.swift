import Foundation
import OpenStoreKit
import StoreAPI
import StoreClient
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// A machine that changes the password of its account.
@Suite(.hangLimit) struct PasswordChangeTests {
  private let store: StoreFixture
  private let ann: RemoteMachine
  private let change = PasswordChange(oldPassword: "correct horse", newPassword: "battery staple")

  init() async throws {
    store = try await StoreFixture.make()
    ann = try RemoteMachine(store.engine)
    try await ann.signUp("ann")
  }

  @Test func `the machine stays signed in, as the device that it was`() async throws {
    let before = try await ann.client.device(.usual)
    let other = try RemoteMachine(store.engine)
    try await other.signIn("ann")

    let changed = try await ann.client.changePassword(change)

    #expect(changed.devices.map(\.id) == ["device-1"])
    #expect(try await ann.client.device(.usual).token == before.token)
    #expect(try await ann.client.devices().usual?.id == "device-1")
    await #expect(
      throws: LocalClientError.notSignedIn(.remote(address: "http://localhost:8080"))
    ) { try await other.client.devices() }
  }

  @Test func `a machine whose devices are signed out registers its own again`() async throws {
    let before = try await ann.client.device(.usual)
    var change = change
    change.signsOutDevices = true

    _ = try await ann.client.changePassword(change)
    let after = try await ann.client.device(.usual)

    #expect(after.name == "device-1")
    #expect(after.token != before.token)
    #expect(try await ann.client.devices().devices.map(\.id) == ["device-1"])
  }

  @Test func `a change whose answer was lost is found when it is tried again`() async throws {
    _ = try await ann.client.device(.usual)
    ann.accounts.loseChanges(true)
    await #expect(throws: StoreError.unavailable(reason: "the answer was lost")) {
      try await ann.client.changePassword(change)
    }
    ann.accounts.loseChanges(false)

    let changed = try await ann.client.changePassword(change)

    #expect(changed.devices.map(\.id) == ["device-1"])
    #expect(try await ann.client.devices().usual?.id == "device-1")
  }

  @Test func `devices are signed out even if an earlier change has left them`() async throws {
    _ = try await ann.client.device(.usual)
    let other = try RemoteMachine(store.engine)
    try await other.signIn("ann")
    _ = try await other.client.changePassword(change)
    var change = change
    change.signsOutDevices = true

    let changed = try await ann.client.changePassword(change)

    #expect(changed.devices.isEmpty)
    #expect(try await ann.client.devices().devices.isEmpty)
  }

  @Test func `a machine that was signed out elsewhere says so`() async throws {
    _ = try await store.engine.perform(.signOut(account: "ann"))

    await #expect(
      throws: LocalClientError.notSignedIn(.remote(address: "http://localhost:8080"))
    ) { try await ann.client.changePassword(change) }
  }

  @Test func `a sign-in to another account is not kept`() async throws {
    ann.accounts.forgeAccount("bob")

    await #expect(
      throws: LocalClientError.unreachable(
        "it answered with a sign-in to another account than 'ann'")
    ) { try await ann.client.changePassword(change) }
    ann.accounts.forgeAccount(nil)

    #expect(try await ann.client.changePassword(change).signIn.account.name == "ann")
  }

  @Test func `another store receives no password`() async throws {
    let other = try await StoreFixture.make()
    let moved = try RemoteMachine(other.engine, in: ann.folder)

    await #expect(throws: LocalClientError.untrustedRoot) {
      try await moved.client.changePassword(change)
    }

    #expect(moved.accounts.takeReceived() == [.root])
  }
}
