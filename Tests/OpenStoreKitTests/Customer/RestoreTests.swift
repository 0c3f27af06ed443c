import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.timeLimit(.minutes(1))) struct RestoreTests {
  private let bought = ["nonRenewing.standard", "nonconsumable.racecar", "subscription.pro"]

  private func shopWithEverything() async throws -> StoreFixture {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    for id in bought { try await alice.buy(id).transaction().finish() }
    return store
  }

  @Test func `a device that has never run has everything, and asks nothing`() async throws {
    let store = try await shopWithEverything()
    let alice = try await Customer.onNewDevice("beta", of: store)
    #expect(await alice.owned() == bought)
    #expect(alice.sheets.authentications.isEmpty)
    #expect(alice.sheets.shown.isEmpty)
    let status = try #require(try await alice.session.statuses(in: "3F19ED53").first)
    #expect(status.state == .subscribed)
    #expect(await alice.session.snapshot().statuses.map(\.groupID) == ["3F19ED53"])
    let pro = try #require(await alice.session.latestTransaction(of: "subscription.pro"))
    let id = pro.unsafePayloadValue.id
    #expect(try await alice.session.status(of: id) == status)
  }

  @Test func `a snapshot stays what it is, whatever happens meanwhile`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)

    let before = await alice.session.snapshot()
    try await elsewhere.buy("nonconsumable.car")
    let after = await alice.session.snapshot()

    #expect(before.entitlements.isEmpty && before.unfinished.isEmpty)
    let car = after.entitlements.map(\.unsafePayloadValue)
    #expect(car.map(\.productID) == ["nonconsumable.car"])
    #expect(after.unfinished.map(\.unsafePayloadValue) == car)
    #expect(after.latestTransaction(of: "nonconsumable.car")?.unsafePayloadValue == car.first)
  }

  @Test func `restoring asks for authentication, and can be declined`() async throws {
    let store = try await shopWithEverything()
    let alice = try await Customer.onNewDevice("beta", of: store)
    try await alice.session.sync()
    #expect(alice.sheets.authentications == ["alice"])

    let shy = try await alice.again(sheets: ScriptedSheets(confirms: false))
    let error = await #expect(throws: StoreKitError.self) { try await shy.session.sync() }
    guard case .userCancelled = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `Pro's two introductory months end in a renewal`() async throws {
    let store = try await shopWithEverything()
    let alice = try await Customer.onNewDevice("beta", of: store)
    try await store.advance("P1M")
    #expect(await alice.session.transactions(of: "subscription.pro").count == 1)
    try await store.advance("P1M")
    let history = await alice.session.transactions(of: "subscription.pro")
      .map(\.unsafePayloadValue)
    #expect(history.map(\.reason) == [.renewal, .purchase])
    #expect(Set(history.map(\.originalID)).count == 1)
    #expect(history.first?.price == Decimal(string: "4.99"))
  }

  @Test func `a device that was signed out holds nothing`() async throws {
    let store = try await shopWithEverything()
    let alice = try await Customer.onNewDevice("beta", of: store)
    #expect(await alice.owned() == bought)
    _ = try await store.engine.removeDevice("beta", signIn: store.signIn.token)
    #expect(await alice.owned().isEmpty)
    #expect(alice.session.offlineSince == nil)
    await #expect(throws: StoreKitError.self) {
      try await alice.session.statuses(in: "3F19ED53")
    }
  }

  @Test func `why the store is away commands no terminal`() async throws {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    alice.line.condition = .away("502 \u{1B}]0;mine\u{7}")

    #expect(await alice.session.reconnect() == false)

    #expect(alice.session.offlineReason == #"502 \u{1B}]0;mine\u{07}"#)
  }

  @Test func `who was offline is online with the first answer`() async throws {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    var changes = alice.session.connectionChanges.makeAsyncIterator()
    alice.line.condition = .cut
    #expect(await alice.session.reconnect() == false)
    #expect(await changes.next() == .offline(since: .fixture))
    alice.line.condition = .good
    #expect(await alice.session.reconnect())
    #expect(await changes.next() == .online)
    #expect(alice.session.offlineSince == nil)
  }
}
