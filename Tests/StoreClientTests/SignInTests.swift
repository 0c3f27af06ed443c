import Foundation
import OpenStoreKit
import StoreAPI
import StoreClient
import StoreEngine
import TestSupport
import Testing

/// Signing a machine in to a store elsewhere, and out of it.
@Suite struct SignInTests {
  private let store: StoreFixture
  private let ann: RemoteMachine

  init() async throws {
    store = try await StoreFixture.make()
    ann = try RemoteMachine(store.engine)
  }

  private let notSignedIn = LocalClientError.notSignedIn(.elsewhere)

  private func isKept() -> Bool {
    FileManager.default.fileExists(atPath: ann.folder.file("account.json").path)
  }

  @Test func `nobody is signed in at first`() async throws {
    await #expect(throws: notSignedIn) { try await ann.client.device(.usual) }
    await #expect(throws: notSignedIn) { try await ann.client.signOutEverywhere() }
    #expect(try await ann.client.signOut() == nil)
    #expect(ann.accounts.takeAsked() == [])
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

  @Test func `two accounts on one machine are two devices`() async throws {
    try await ann.signUp("ann")
    _ = try await ann.client.device(.usual)

    let bob = try await ann.signUp("bob")

    #expect(bob.usualDevice == nil)
    #expect(try await ann.deviceName() == "device-2")
    #expect(try await ann.signIn("ann").usualDevice == "device-1")
  }

  @Test func `a sign-in ends the one before it`() async throws {
    let old = try await ann.signUp("ann").signIn

    let new = try await ann.signIn("ann").signIn

    await #expect(throws: StoreFault.unauthorized) {
      try await store.engine.devices(signIn: old.token)
    }
    _ = try await store.engine.devices(signIn: new.token)
  }

  @Test func `a sign-in that cannot be kept is revoked`() async throws {
    try FileManager.default.createDirectory(
      at: ann.folder.file("account.json"), withIntermediateDirectories: false)

    await #expect(throws: (any Error).self) { try await ann.signUp("ann") }

    #expect(ann.accounts.takeAsked() == [.signUp, .devices, .signOut])
  }

  // MARK: - The root

  @Test func `no password is told to a store with another root than the named one`() async throws {
    await #expect(throws: LocalClientError.untrustedRoot) {
      try await ann.signUp("ann", trusting: Data("another root".utf8))
    }

    #expect(ann.accounts.takeAsked() == [.root])
    #expect(!isKept())
    try await ann.signUp("ann", trusting: try await store.engine.root().value)
  }

  @Test func `no password is told to another store until the old one is forgotten`() async throws {
    try await ann.signUp("ann")
    let other = try await StoreFixture.make()
    let moved = try RemoteMachine(other.engine, in: ann.folder)

    await #expect(throws: LocalClientError.untrustedRoot) { try await moved.signUp("ann") }
    #expect(moved.accounts.takeAsked() == [.root])

    _ = try await moved.client.signOut()
    #expect(try await moved.signUp("ann").signIn.rootCertificate == other.engine.root().value)
  }

  @Test func `a named root takes the place of the one that was trusted`() async throws {
    try await ann.signUp("ann")
    let other = try await StoreFixture.make()
    let root = try await other.engine.root().value
    let moved = try RemoteMachine(other.engine, in: ann.folder)

    #expect(try await moved.signUp("ann", trusting: root).signIn.rootCertificate == root)
  }

  @Test func `a sign-in that carries another root is revoked, and not kept`() async throws {
    ann.accounts.forgeRoot(Data("another root".utf8))

    await #expect(throws: LocalClientError.untrustedRoot) {
      try await ann.signUp("ann", trusting: try await store.engine.root().value)
    }

    #expect(ann.accounts.takeAsked() == [.root, .signUp, .signOut])
    #expect(!isKept())
  }

  // MARK: - Signing out

  @Test func `signing out of a store that does not answer changes nothing`() async throws {
    try await ann.signUp("ann")
    ann.accounts.setAway(true)

    await #expect(throws: StoreFault.unavailable("closed")) { try await ann.client.signOut() }
    await #expect(throws: StoreFault.unavailable("closed")) {
      try await ann.client.signOutEverywhere()
    }

    ann.accounts.setAway(false)
    #expect(try await ann.client.signOut()?.name == "ann")
  }

  @Test func `a sign-in that was revoked already is forgotten`() async throws {
    try await ann.signUp("ann")
    let other = try await ann.another("ann", at: store.engine)
    _ = try await other.client.signOutEverywhere()

    await #expect(throws: notSignedIn) { try await ann.client.signOutEverywhere() }
    #expect(try await ann.client.signOut()?.name == "ann")
    #expect(!isKept())
  }

  @Test func `signing out everywhere names the devices that stay`() async throws {
    try await ann.signUp("ann")
    _ = try await ann.client.device(.usual)
    let other = try await ann.another("ann", at: store.engine)

    let (account, devices) = try await other.client.signOutEverywhere()

    #expect(account.name == "ann")
    #expect(devices.map(\.id) == ["device-1"])
    await #expect(throws: notSignedIn) { try await other.client.devices() }
    await #expect(throws: notSignedIn) { try await ann.client.devices() }
  }
}
