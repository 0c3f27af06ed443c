import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import StoreClient

/// A folder of an earlier version, which http and https had in common.
@Suite(.hangLimit) struct UnclaimedFolderTests {
  private let store: StoreFixture
  /// Ann's machine as the earlier version had it.
  private let earlier: RemoteMachine
  /// The same machine, by one scheme.
  private let ann: RemoteMachine

  init() async throws {
    store = try await StoreFixture.make()
    earlier = try RemoteMachine(store.engine)
    ann = try RemoteMachine(store.engine, claiming: earlier.folder)
    try await earlier.signUp("ann")
  }

  @Test func `is claimed when the store answers under the root that it trusts`() async throws {
    let before = try await earlier.client.device(.usual)

    let after = try await ann.client.device(.usual)

    #expect(ann.accounts.takeReceived().first == .root, "no token is sent before the root is known")
    #expect(after.token == before.token)
    #expect(after.folder == ann.folder.url.folder("devices", "device-1"))
    #expect(!FileManager.default.fileExists(atPath: earlier.folder.url.path))
    _ = try await ann.client.device(.usual)
    #expect(!ann.accounts.takeReceived().contains(.root), "it is claimed once")
  }

  @Test func `blocks no thread while another process claims it`() async throws {
    let (unclaimed, folder) = (LegacyStoreFolder(url: earlier.folder.url), ann.folder.url)

    try await expectFreeThread(whileHeld: earlier.folder.file("account.lock")) {
      try await unclaimed.move(to: folder)
    }

    #expect(ann.isKept("account.json"))
  }

  @Test func `is claimed whole if an earlier claim ended between the devices and the account`()
    async throws
  {
    let before = try await earlier.client.device(.usual)
    try FileManager.default.moveItem(
      at: earlier.folder.url.folder("devices"), to: ann.folder.url.folder("devices"))

    let after = try await ann.client.device(.usual)

    #expect(after.token == before.token)
    #expect(ann.isKept("account.json"))
    #expect(!FileManager.default.fileExists(atPath: earlier.folder.url.path))
  }

  @Test func `keeps its tokens from another store, until it is forgotten`() async throws {
    _ = try await earlier.client.device(.usual)
    let other = try await StoreFixture.make()
    let moved = try RemoteMachine(other.engine, in: ann.folder, claiming: earlier.folder)

    await #expect(throws: LocalClientError.untrustedRoot) { try await moved.client.device(.usual) }
    await #expect(throws: LocalClientError.untrustedRoot) { try await moved.signUp("ann") }
    #expect(moved.accounts.takeReceived() == [.root, .root])
    #expect(earlier.isKept("account.json"))

    #expect(try await moved.client.signOut() == StoreAccount(name: "ann"))
    #expect(!earlier.isKept("account.json"))
    try await moved.signUp("ann")
    #expect(try await moved.deviceName() == "device-1")
  }

  @Test func `is left to the other scheme if the user names the root of another store`()
    async throws
  {
    let other = try await StoreFixture.make()
    let moved = try RemoteMachine(other.engine, in: ann.folder, claiming: earlier.folder)

    try await moved.signUp("ann", trusting: try await other.engine.root().value)

    #expect(earlier.isKept("account.json"))
    #expect(moved.isKept("account.json"))
  }

  @Test func `waits while the store does not answer`() async throws {
    _ = try await earlier.client.device(.usual)
    ann.accounts.setAway(true)

    await #expect(throws: LocalClientError.unreachable("closed")) {
      try await ann.client.device(.usual)
    }
    #expect(earlier.isKept("account.json"))

    ann.accounts.setAway(false)
    #expect(try await ann.deviceName() == "device-1")
  }

  @Test func `gives its devices to a machine that signs in again`() async throws {
    let before = try await earlier.client.device(.usual)
    _ = try await earlier.client.signOut()

    try await ann.signIn("ann")

    #expect(try await ann.client.device(.usual).token == before.token)
  }
}
