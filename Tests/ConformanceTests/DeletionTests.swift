import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// A deleted transaction is as if it had never been, on every device.
@Suite(.hangLimit) struct DeletionTests {
  @Test(arguments: Site.allCases)
  func `every device learns that a car is deleted, and nobody owns it`(site: Site) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let other = try await store.backend(of: registration)
    var updates = try await other.newEvents()

    let result = try await store.operator.perform(.delete(transactionID: car)).value

    guard case .deleted(let transaction) = result else { throw FixtureError(text: "\(result)") }
    #expect(transaction.id == car && transaction.account == "alice")
    #expect(try await updates.next()?.value.change == .deleted(car))
    #expect(try await alpha.purchases().value.latest.isEmpty)
    #expect(try await alpha.transactions(TransactionsRequest()).value.signedTransactions.isEmpty)
    #expect(try await alpha.unfinishedIDs().isEmpty)
    #expect(try await store.operator.transactions(account: nil).value.isEmpty)
    #expect(try await alpha.buy("nonconsumable.car").transaction().transactionId > car)
  }

  @Test(arguments: Site.allCases)
  func `a device that was away gets the deletion and nothing of what was deleted`(
    site: Site
  ) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    _ = try await store.operator.perform(.delete(transactionID: car))
    let known = try await beta.purchases().value.sequence

    var received: [StoreUpdate.Change] = []
    var updates = beta.updates(after: registration.sequence, known: known).makeLimitedIterator()
    while let update = try await updates.next(), update.value.isEvent {
      received.append(update.value.change)
    }

    #expect(received == [.deleted(car)])
  }

  @Test(arguments: Site.allCases)
  func `a late copy of the order buys nothing, and its key is closed`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let order = Order(key: OrderKey(UUID()), productID: "nonconsumable.car")
    let car = try await alpha.purchase(order).transaction().transactionId
    _ = try await store.operator.perform(.delete(transactionID: car))

    await #expect(throws: StoreError.orderKeyClosed(key: order.key)) {
      try await alpha.purchase(order)
    }
    #expect(try await alpha.settle(order.key).value == nil)
  }

  @Test(arguments: Site.allCases)
  func `with a plan's latest period the plan goes, with an earlier one only the period`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let first = try await alpha.buy("subscription.pro").transaction().transactionId
    try await store.advance("P2M")
    _ = try await store.operator.perform(.delete(transactionID: first))
    let plan = try #require(try await alpha.purchases().value.subscriptions.first).transaction()
    #expect(plan.originalTransactionId == first)
    try await store.advance("P1M")
    let latest = try #require(try await alpha.purchases().value.subscriptions.first).transaction()
    #expect(latest.transactionId > plan.transactionId)

    let count = try await store.operator.transactions(account: nil).value.count
    _ = try await store.operator.perform(.delete(transactionID: latest.transactionId))

    let purchases = try await alpha.purchases().value
    #expect(purchases.subscriptions.isEmpty && purchases.usedIntroductoryOffers.isEmpty)
    #expect(try await store.operator.transactions(account: nil).value.count == count - 1)
    try await store.advance("P1Y")
    #expect(try await store.operator.transactions(account: nil).value.count == count - 1)
  }

  @Test(arguments: Site.allCases)
  func `a transaction that is not there cannot be deleted`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    _ = try await store.operator.perform(.delete(transactionID: car))

    await #expect(throws: StoreError.unknownTransaction(transactionID: car)) {
      try await store.operator.perform(.delete(transactionID: car))
    }
  }
}
