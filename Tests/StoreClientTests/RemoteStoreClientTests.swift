import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import TestSupport
import Testing

/// A machine as the client of a remote store.
@Suite(.hangLimit) struct RemoteStoreClientTests {
  private let store: StoreFixture
  private let ann: RemoteMachine
  private let notSignedIn = LocalClientError.notSignedIn(.remoteStore)

  init() async throws {
    store = try await StoreFixture.make()
    ann = try RemoteMachine(store.engine)
  }

  /// Another machine that is signed in to Ann's account.
  private func other() async throws -> RemoteMachine {
    let machine = try RemoteMachine(store.engine)
    try await machine.signIn("ann")
    return machine
  }

  /// Ann's machine with another store at the same address.
  private func moved() async throws -> (machine: RemoteMachine, root: Data) {
    let other = try await StoreFixture.make()
    return (
      try RemoteMachine(other.engine, in: ann.folder), try await other.engine.root().value
    )
  }

  // MARK: - Signing in

  @Test func `a machine is not signed in at first`() async throws {
    await #expect(throws: notSignedIn) { try await ann.client.device(.usual) }
    await #expect(throws: notSignedIn) { try await ann.client.signOutEverywhere() }
    #expect(try await ann.client.signOut() == nil)
    #expect(ann.accounts.takeReceived() == [])
  }

  @Test func `a machine that signs out and in again is the device it was`() async throws {
    try await ann.signUp("ann")
    let before = try await ann.client.device(.usual)

    #expect(try await ann.client.signOut() == StoreAccount(name: "ann"))
    await #expect(throws: notSignedIn) { try await ann.client.device(.usual) }
    let account = try await ann.signIn("ann")

    #expect(account.usualDevice == "device-1")
    #expect(try await ann.client.device(.usual).token == before.token)
  }

  @Test func `a client that waits for another process blocks no thread`() async throws {
    try await ann.signUp("ann")
    let client = ann.client

    try await expectFreeThread(whileHeld: ann.folder.file("account.lock")) {
      _ = try await client.devices()
    }
  }

  @Test func `two accounts on one machine are two devices`() async throws {
    try await ann.signUp("ann")
    _ = try await ann.client.device(.usual)

    #expect(try await ann.signUp("bob").usualDevice == nil)
    #expect(try await ann.deviceName() == "device-2")
    #expect(try await ann.signIn("ann").usualDevice == "device-1")
  }

  @Test func `a sign-in ends the one before it`() async throws {
    let old = try await ann.signUp("ann").signIn
    let new = try await ann.signIn("ann").signIn

    await #expect(throws: StoreError.unauthorized) {
      try await store.engine.devices(signIn: old.token)
    }
    _ = try await store.engine.devices(signIn: new.token)
  }

  @Test func `a sign-in that cannot be kept is revoked`() async throws {
    try FileManager.default.createDirectory(
      at: ann.folder.file("account.json"), withIntermediateDirectories: false)

    await #expect {
      try await ann.signUp("ann")
    } throws: { ($0 as? FileError)?.action == "replacing" }

    #expect(ann.accounts.takeReceived() == [.root, .signUp, .devices, .signOut])
  }

  @Test func `a machine signs in to the account that is asked for, unless it is signed in to it`()
    async throws
  {
    try await ann.signUp("bob")
    try await ann.signUp("ann")
    _ = ann.accounts.takeReceived()

    try await ann.client.signIn(as: "ann", password: nil)

    #expect(ann.accounts.takeReceived() == [])
    let other = LocalClientError.otherAccount(
      kept: "ann", wanted: "bob", address: "http://localhost:8080")
    await #expect(throws: other) { try await ann.client.signIn(as: "bob", password: nil) }
    try await ann.client.signIn(as: "bob", password: "correct horse")
    #expect(try await ann.client.device(.usual).account == "bob")
    _ = try await ann.client.signOut()
    await #expect(throws: notSignedIn) { try await ann.client.signIn(as: "bob", password: nil) }
  }

  @Test func `a sign-in that the store has revoked is renewed with a password`() async throws {
    try await ann.signUp("ann")
    let before = try await ann.client.device(.usual)
    let other = try await other()
    _ = try await other.client.signOutEverywhere()

    try await ann.client.signIn(as: "ann", password: nil)
    await #expect(throws: notSignedIn) { try await ann.client.devices() }
    try await ann.client.signIn(as: "ann", password: "correct horse")

    #expect(try await ann.client.devices().usual?.id == "device-1")
    #expect(try await ann.client.device(.usual).token == before.token)
    _ = ann.accounts.takeReceived()
    try await ann.client.signIn(as: "ann", password: "correct horse")
    #expect(ann.accounts.takeReceived() == [.devices])
    ann.accounts.setAway(true)
    try await ann.client.signIn(as: "ann", password: "correct horse")
  }

  // MARK: - The root

  @Test func `a store with another root than the named one receives no password`() async throws {
    await #expect(throws: LocalClientError.untrustedRoot) {
      try await ann.signUp("ann", trusting: Data("another root".utf8))
    }

    #expect(ann.accounts.takeReceived() == [.root])
    #expect(!ann.isKept("account.json"))
    try await ann.signUp("ann", trusting: try await store.engine.root().value)
  }

  @Test func `another store receives no password until the old one is forgotten`() async throws {
    try await ann.signUp("ann")
    let (moved, root) = try await moved()

    await #expect(throws: LocalClientError.untrustedRoot) { try await moved.signUp("ann") }
    #expect(moved.accounts.takeReceived() == [.root])

    _ = try await moved.client.signOut()
    #expect(try await moved.signUp("ann").signIn.rootCertificate == root)
  }

  @Test func `a named root replaces the one that was trusted`() async throws {
    try await ann.signUp("ann")
    let (moved, root) = try await moved()

    #expect(try await moved.signUp("ann", trusting: root).signIn.rootCertificate == root)
  }

  @Test func `a sign-in that carries another root is revoked, and not kept`() async throws {
    ann.accounts.forgeRoot(Data("another root".utf8))

    await #expect(throws: LocalClientError.untrustedRoot) {
      try await ann.signUp("ann", trusting: try await store.engine.root().value)
    }

    #expect(ann.accounts.takeReceived() == [.root, .signUp, .signOut])
    #expect(!ann.isKept("account.json"))
  }

  @Test func `a device opens if another store answers, and a new one is not registered`()
    async throws
  {
    try await ann.signUp("ann")
    _ = try await ann.client.device(.usual)
    let (moved, _) = try await moved()

    #expect(try await moved.deviceName() == "device-1")
    await #expect(throws: LocalClientError.cannotRegister(because: .untrustedRoot)) {
      try await moved.client.device(.new(named: nil))
    }
    await #expect(throws: LocalClientError.untrustedRoot) { try await moved.client.devices() }
    await #expect(throws: LocalClientError.untrustedRoot) {
      try await moved.client.signOutEverywhere()
    }
    #expect(!moved.accounts.takeReceived().contains(.registerDevice))
  }

  @Test func `nothing is kept of a registration that carries another root`() async throws {
    try await ann.signUp("ann")
    ann.accounts.forgeRoot(Data("another root".utf8))

    await #expect(throws: LocalClientError.untrustedRoot) { try await ann.client.device(.usual) }

    #expect(!ann.isKept("devices/device-1"))
  }

  // MARK: - Signing out

  @Test func `signing out of a store that does not answer changes nothing`() async throws {
    try await ann.signUp("ann")
    ann.accounts.setAway(true)

    await #expect(throws: StoreError.unavailable(reason: "closed")) {
      try await ann.client.signOut()
    }
    await #expect(throws: StoreError.unavailable(reason: "closed")) {
      try await ann.client.signOutEverywhere()
    }

    ann.accounts.setAway(false)
    #expect(try await ann.client.signOut()?.name == "ann")
  }

  @Test func `a sign-in that was revoked already is forgotten`() async throws {
    try await ann.signUp("ann")
    let other = try await other()
    _ = try await other.client.signOutEverywhere()

    await #expect(throws: notSignedIn) { try await ann.client.signOutEverywhere() }
    #expect(try await ann.client.signOut()?.name == "ann")
    #expect(!ann.isKept("account.json"))
  }

  // MARK: - Devices

  @Test func `each machine of an account is a device of its own`() async throws {
    try await ann.signUp("ann")
    let other = try await other()

    #expect(try await ann.deviceName() == "device-1")
    #expect(try await other.deviceName() == "device-2")
    #expect(try await ann.client.devices().usual?.id == "device-1")
    #expect(try await other.client.devices().usual?.id == "device-2")
    await #expect(throws: LocalClientError.deviceElsewhere("device-1")) {
      try await other.client.device(.named("device-1"))
    }
  }

  @Test func `a name that another machine takes first is left to it`() async throws {
    try await ann.signUp("ann")
    ann.accounts.fail(.registerDevice, with: .deviceExists(name: "device-1"))

    #expect(try await ann.deviceName() == "device-2")
    #expect(try await ann.deviceName() == "device-2", "that is the usual device now")
    ann.accounts.fail(.registerDevice, with: .deviceExists(name: "watch"))
    await #expect(throws: StoreError.deviceExists(name: "watch")) {
      try await ann.client.device(.new(named: "watch"))
    }
  }

  @Test func `a device that another machine has removed is registered again`() async throws {
    try await ann.signUp("ann")
    let before = try await ann.client.device(.usual)
    let other = try await other()
    _ = try await other.client.removeDevice("device-1")

    let after = try await ann.client.device(.usual)

    #expect(after.name == "device-1")
    #expect(after.verificationID != before.verificationID)
  }

  @Test func `after a revoked sign-in a device opens if the store still knows it`() async throws {
    try await ann.signUp("ann")
    _ = try await ann.client.device(.usual)
    let other = try await other()
    _ = try await other.client.signOutEverywhere()

    #expect(try await ann.deviceName() == "device-1")
    for request in [AccountsRequest.root, .backend] {
      ann.accounts.fail(request, with: .unavailable(reason: "closed"))
      #expect(try await ann.deviceName() == "device-1", "the store goes away between two requests")
    }
    await #expect(throws: notSignedIn) { try await ann.client.device(.new(named: nil)) }
    await #expect(throws: notSignedIn) { try await ann.client.devices() }

    try await other.signIn("ann")
    _ = try await other.client.removeDevice("device-1")
    _ = try await other.client.signOutEverywhere()
    await #expect(throws: notSignedIn) { try await ann.client.device(.usual) }
  }
}
