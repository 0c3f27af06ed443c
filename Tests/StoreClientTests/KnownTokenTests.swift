import OpenStoreKit
import StoreAPI
import StoreClient
import StoreEngine
import TestSupport
import Testing

/// The token that a machine shows when it signs in again.
@Suite(.hangLimit) struct KnownTokenTests {
  private let store: StoreFixture
  private let ann: RemoteMachine

  init() async throws {
    store = try await StoreFixture.make()
    ann = try RemoteMachine(store.engine)
  }

  @Test func `a machine shows its device's token, and before it has one that of its sign-in`()
    async throws
  {
    let first = try await ann.signUp("ann").signIn
    let second = try await ann.signIn("ann").signIn
    #expect(ann.accounts.shownToken == first.token)
    let device = try await ann.client.device(.usual)

    try await ann.signIn("ann")
    #expect(ann.accounts.shownToken == device.token)

    _ = try await ann.client.signOut()
    try await ann.signIn("ann")
    #expect(ann.accounts.shownToken == device.token)
    #expect(second.token != first.token)
  }

  @Test func `a machine shows no token of another account`() async throws {
    try await ann.signUp("ann")
    _ = try await ann.client.device(.usual)
    _ = try await store.engine.signUp(Credentials(account: "bob", password: "correct horse"))

    try await ann.signIn("bob")

    #expect(ann.accounts.shownToken == nil)
  }

  @Test func `another store gets no token, even if the machine is set to trust it`() async throws {
    try await ann.signUp("ann")
    _ = try await ann.client.device(.usual)
    let other = try await StoreFixture.make()
    let moved = try RemoteMachine(other.engine, in: ann.folder)
    _ = try await other.engine.signUp(Credentials(account: "ann", password: "correct horse"))

    try await moved.signIn("ann", trusting: try await other.engine.root().value)

    #expect(moved.accounts.shownToken == nil)
    #expect(moved.accounts.takeReceived().contains(.signIn))
  }
}
