import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.timeLimit(.minutes(1))) struct RefundTests {
  @Test func `a refund brings the same transaction again, with its revocation date`() async throws {
    let alice = try await Customer.onNewDevice()
    var updates = alice.listen()
    try await alice.otherDevice().buy("nonconsumable.racecar")
    let seen = try #require(await updates.next()).payloadValue
    await seen.finish()
    #expect(await alice.owned() == ["nonconsumable.racecar"])

    _ = try await alice.store.engine.refund(seen.transactionID)

    let again = try #require(await updates.next()).payloadValue
    #expect(again.id == seen.id)
    #expect(again != seen)
    #expect(again.revocationDate == .fixture)
    #expect(again.revocationReason == .other)
    #expect(await alice.owned().isEmpty)
    let latest = await alice.session.latestTransaction(of: "nonconsumable.racecar")
    #expect(try latest?.payloadValue == again)
  }

  @Test func `a refunded plan is revoked, here and offline`() async throws {
    let alice = try await Customer.onNewDevice()
    let pro = try await alice.buy("subscription.pro").transaction()
    await pro.finish()
    var statuses = alice.session.statusUpdates().makeAsyncIterator()

    _ = try await alice.store.engine.refund(pro.transactionID)

    let status = try #require(await statuses.next())
    #expect(status.state == .revoked)
    #expect(try status.renewalInfo.payloadValue.willAutoRenew == false)
    #expect(try status.renewalInfo.payloadValue.autoRenewPreference == nil)
    #expect(await alice.owned().isEmpty)
    alice.line.condition = .cut
    #expect(await alice.owned().isEmpty)
  }
}
