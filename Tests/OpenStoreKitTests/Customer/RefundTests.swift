import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.timeLimit(.minutes(1))) struct RefundTests {
  @Test func `a refund brings the same transaction again, with its revocation date`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.racecar")
    let seen = try #require(await updates.next()).payloadValue
    await seen.finish()
    #expect(await alice.owned() == ["nonconsumable.racecar"])

    _ = try await store.engine.refund(seen.transactionID)

    let again = try #require(await updates.next()).payloadValue
    #expect(again.id == seen.id)
    #expect(again != seen)
    #expect(again.revocationDate == .fixture)
    #expect(again.revocationReason == .other)
    #expect(await alice.owned().isEmpty)
    let latest = await alice.session.latestTransaction(of: "nonconsumable.racecar")
    #expect(try latest?.payloadValue == again)
  }

  @Test func `the instance that bought it hears of the refund too`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    var updates = alice.listen()
    let car = try await alice.buy("nonconsumable.car").transaction()
    await car.finish()

    _ = try await store.engine.refund(car.transactionID)

    let revoked = try #require(await updates.next()).payloadValue
    #expect(revoked.id == car.id && revoked.revocationDate != nil)
    let second = try await alice.buy("nonconsumable.car")
    #expect(!second.alreadyOwned)
    #expect(try second.transaction().id != car.id)
    #expect(await alice.owned() == ["nonconsumable.car"])
  }

  @Test func `what was refunded while the app was closed comes at its next launch`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let car = try await alice.buy("nonconsumable.car").transaction()
    await car.finish()
    do {
      var updates = alice.listen()
      try await Customer.onNewDevice("beta", of: store).buy("consumable.fuel.octane87")
      try await Customer.onNewDevice("gamma", of: store).buy("nonconsumable.racecar")
      #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
    }
    _ = try await store.engine.refund(car.transactionID)

    var updates = try await alice.again().listen()

    var revoked: Transaction?
    while revoked == nil {
      let next = try #require(await updates.next()).payloadValue
      if next.revocationDate != nil { revoked = next }
    }
    #expect(revoked?.id == car.id)
  }

  @Test func `a refunded plan is revoked, here and offline`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let pro = try await alice.buy("subscription.pro").transaction()
    await pro.finish()
    var statuses = alice.session.statusUpdates().makeAsyncIterator()

    _ = try await store.engine.refund(pro.transactionID)

    let status = try #require(await statuses.next())
    #expect(status.state == .revoked)
    #expect(try status.renewalInfo.payloadValue.willAutoRenew == false)
    #expect(try status.renewalInfo.payloadValue.autoRenewPreference == nil)
    #expect(await alice.owned().isEmpty)
    alice.line.condition = .cut
    #expect(await alice.owned().isEmpty)
  }

  @Test func `a plan that is expired gives no service from now on`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    try await alice.buy("subscription.pro").transaction().finish()
    var statuses = alice.session.statusUpdates().makeAsyncIterator()

    _ = try await store.engine.expire("subscription.pro", account: nil)

    let status = try #require(await statuses.next())
    #expect(status.state == .expired)
    #expect(try status.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
    #expect(try status.transaction.payloadValue.expirationDate == .fixture)
    #expect(await alice.owned().isEmpty)
  }

  @Test func `a pass that was bought before a refunded one still entitles`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let first = try await alice.buy("nonRenewing.standard").transaction()
    let second = try await alice.buy("nonRenewing.standard").transaction()

    _ = try await store.engine.refund(second.transactionID)

    let entitled = await alice.session.currentEntitlements().map(\.unsafePayloadValue.id)
    #expect(entitled == [first.id])
    let latest = await alice.session.latestTransaction(of: "nonRenewing.standard")
    #expect(latest?.unsafePayloadValue.id == second.id)
    let newcomer = try await Customer.onNewDevice("beta", of: store)
    #expect(await newcomer.owned() == ["nonRenewing.standard"])
    alice.line.condition = .cut
    #expect(await alice.owned() == ["nonRenewing.standard"])

    _ = try await store.engine.refund(first.transactionID)
    #expect(await newcomer.owned().isEmpty)
  }

  @Test func `fuel that is refunded before it is delivered comes as revoked`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let fuel = try await alice.buy("consumable.fuel.octane87").transaction()

    _ = try await store.engine.refund(fuel.transactionID)

    let unfinished = await alice.session.unfinished().map(\.unsafePayloadValue)
    #expect(unfinished.map(\.id) == [fuel.id])
    #expect(unfinished.map(\.revocationDate) == [.fixture])
  }
}

extension Transaction {
  /// The number that the operator names it by.
  fileprivate var transactionID: TransactionID { TransactionID(rawValue: id) }
}
