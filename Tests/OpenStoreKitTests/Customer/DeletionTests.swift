import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct DeletionTests {
  @Test func `a deleted car is neither owned nor unfinished, and its device forgets it`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car")
    let updates = try await alice.listenToOpenStream()
    let car = try #require(try alice.record().unfinished?.first).id

    _ = try await alice.store.engine.perform(.delete(transactionID: car))

    try await wait(for: "the loss of what was deleted") { await alice.owned().isEmpty }
    #expect(await alice.unfinished().isEmpty)
    withExtendedLifetime(updates) {}
    alice.session.close()
    try await wait(for: "a file without the car") {
      let record = try alice.record()
      return record.unfinished?.isEmpty != false && record.purchases?.latest.isEmpty == true
    }
  }

  @Test func `what was deleted while the app was closed is forgotten by its next run`() async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car")
    try await alice.buy("subscription.pro")
    let ids = try #require(try alice.record().unfinished).map(\.id)
    alice.session.close()
    for id in ids { _ = try await alice.store.engine.perform(.delete(transactionID: id)) }

    let again = try await alice.again()

    #expect(await again.owned().isEmpty)
    #expect(await again.unfinished().isEmpty)
    again.session.close()
    let offline = try await again.again()
    offline.line.condition = .cut
    #expect(await offline.owned().isEmpty)
    #expect(await offline.unfinished().isEmpty)
  }

  @Test func `a deletion is folded, and the store is asked for what remains`() {
    var purchases = VerifiedPurchases()
    let isWhole = purchases.fold(.deleted(TransactionID(rawValue: 7)))
    #expect(!isWhole)
  }
}
