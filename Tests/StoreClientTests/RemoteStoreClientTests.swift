import Foundation
import OpenStoreKit
import StoreAPI
import StoreClient
import StoreEngine
import TestSupport
import Testing

/// A machine as the client of a store elsewhere: its devices.
@Suite struct RemoteStoreClientTests {
  private let store: StoreFixture
  private let ann: RemoteMachine

  init() async throws {
    store = try await StoreFixture.make()
    ann = try RemoteMachine(store.engine)
    try await ann.signUp("ann")
  }

  private let notSignedIn = LocalClientError.notSignedIn(.elsewhere)

  @Test func `each machine of an account is a device of its own`() async throws {
    let other = try await ann.another("ann", at: store.engine)

    #expect(try await ann.deviceName() == "device-1")
    #expect(try await other.deviceName() == "device-2")
    #expect(try await ann.client.devices().usual?.id == "device-1")
    #expect(try await other.client.devices().usual?.id == "device-2")
    await #expect(throws: LocalClientError.deviceElsewhere("device-1")) {
      try await other.client.device(.named("device-1"))
    }
  }

  @Test func `a name that another machine takes first is left to it`() async throws {
    ann.accounts.fail(.registerDevice, with: .deviceExists("device-1"))

    #expect(try await ann.deviceName() == "device-2")
    #expect(try await ann.deviceName() == "device-2", "that is the usual device now")
    ann.accounts.fail(.registerDevice, with: .deviceExists("watch"))
    await #expect(throws: StoreFault.deviceExists("watch")) {
      try await ann.client.device(.new(named: "watch"))
    }
  }

  @Test func `a device that was removed elsewhere is registered anew`() async throws {
    let before = try await ann.client.device(.usual)
    let other = try await ann.another("ann", at: store.engine)
    _ = try await other.client.removeDevice("device-1")

    let after = try await ann.client.device(.usual)

    #expect(after.name == "device-1")
    #expect(after.verificationID != before.verificationID)
  }

  @Test func `a device that was lost here is replaced, and nobody else's is`() async throws {
    _ = try await ann.client.device(.usual)
    let other = try await ann.another("ann", at: store.engine)
    _ = try await other.client.device(.usual)
    try FileManager.default.removeItem(at: ann.folder.file("devices"))

    #expect(try await ann.deviceName() == "device-1")

    #expect(try await ann.client.devices().devices.map(\.id) == ["device-2", "device-1"])
    #expect(try await other.deviceName() == "device-2")
  }

  // MARK: - Without the store

  @Test func `a device that has run opens without its store, and nothing else does`() async throws {
    let before = try await ann.client.device(.usual)
    ann.accounts.setAway(true)

    let after = try await ann.client.device(.usual)

    #expect(after.token == before.token)
    #expect(try await ann.deviceName(.named("device-1")) == "device-1")
    let closed = LocalClientError.unreachable("closed")
    await #expect(throws: closed) { try await ann.client.device(.named("device-2")) }
    await #expect(throws: closed) { try await ann.client.devices() }
    await #expect(throws: closed) { try await ann.client.removeDevice("device-1") }
    await #expect(throws: LocalClientError.cannotRegister(because: closed)) {
      try await ann.client.device(.new(named: nil))
    }
  }

  @Test func `a revoked sign-in leaves the devices that the store still knows`() async throws {
    _ = try await ann.client.device(.usual)
    let other = try await ann.another("ann", at: store.engine)
    _ = try await other.client.signOutEverywhere()

    #expect(try await ann.deviceName() == "device-1")
    await #expect(throws: notSignedIn) { try await ann.client.device(.new(named: nil)) }
    await #expect(throws: notSignedIn) { try await ann.client.devices() }

    try await other.signIn("ann")
    _ = try await other.client.removeDevice("device-1")
    _ = try await other.client.signOutEverywhere()
    await #expect(throws: notSignedIn) { try await ann.client.device(.usual) }
  }

  @Test(arguments: [FaultyAccounts.Request.root, .backend])
  func `a device opens if the store goes away between two questions`(
    request: FaultyAccounts.Request
  ) async throws {
    _ = try await ann.client.device(.usual)
    let other = try await ann.another("ann", at: store.engine)
    _ = try await other.client.signOutEverywhere()
    ann.accounts.fail(request, with: .unavailable("closed"))

    #expect(try await ann.deviceName() == "device-1")
  }

  // MARK: - Another store

  @Test func `a device opens where another store answers, and a new one is not registered`()
    async throws
  {
    _ = try await ann.client.device(.usual)
    let other = try await StoreFixture.make()
    let moved = try RemoteMachine(other.engine, in: ann.folder)

    #expect(try await moved.deviceName() == "device-1")
    await #expect(throws: LocalClientError.cannotRegister(because: .untrustedRoot)) {
      try await moved.client.device(.new(named: nil))
    }
    await #expect(throws: LocalClientError.untrustedRoot) { try await moved.client.devices() }
    await #expect(throws: LocalClientError.untrustedRoot) {
      try await moved.client.signOutEverywhere()
    }
    #expect(!moved.accounts.takeAsked().contains(.registerDevice))
  }

  @Test func `nothing is kept of a registration that carries another root`() async throws {
    ann.accounts.forgeRoot(Data("another root".utf8))

    await #expect(throws: LocalClientError.untrustedRoot) { try await ann.client.device(.usual) }

    #expect(!FileManager.default.fileExists(atPath: ann.folder.file("devices/device-1").path))
  }
}
