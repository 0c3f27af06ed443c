import AppStorePayloads
import StoreAPI
import TestSupport
import Testing

/// A stream sends nothing that its device knows already.
@Suite(.hangLimit) struct KnownUpdatesTests {
  @Test(arguments: Site.allCases)
  func `of what a device knows only refunds come, and then the time after everything`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, registration) = try await store.device("beta")
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    try await alpha.buy("subscription.standard")
    try await store.advance("P3M")
    _ = try await store.operator.refund(car)
    let known = try await beta.purchases().value.sequence

    var updates = beta.updates(after: registration.sequence, known: known).makeLimitedIterator()
    var received: [Answer<StoreUpdate>] = []
    while let update = try await updates.next() {
      received.append(update)
      if !update.value.isEvent { break }
    }

    #expect(received.count == 2)
    #expect(try received.first?.transaction().transactionId == car)
    #expect(received.last?.value == StoreUpdate(sequence: known, change: .time))
    try await alpha.buy("nonconsumable.racecar")
    var new = beta.updates(after: known, known: known).makeLimitedIterator()
    #expect(try await new.next()?.transaction().productId == "nonconsumable.racecar")
  }

  @Test(arguments: Site.allCases)
  func `the renewals of a page are one update of their subscription`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    let head = try await alpha.purchases().value.sequence
    try await store.advance("P1Y")

    var renewals = 0
    var subscriptions: [SignedSubscription] = []
    var updates = alpha.updates(after: head).makeLimitedIterator()
    while let update = try await updates.next() {
      switch update.value.change {
      case .transaction: renewals += 1
      case .subscription(let subscription): subscriptions.append(subscription)
      default: break
      }
      if !update.value.isEvent { break }
    }

    #expect(renewals == 12)
    #expect(subscriptions.count == 1)
    let latest = try await alpha.purchases().value.subscriptions.first?.transaction()
    #expect(try subscriptions.first?.transaction().transactionId == latest?.transactionId)
  }

  @Test(arguments: Site.allCases)
  func `an own command after a renewal does not hide the renewal`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let plan = try await alpha.buy("subscription.standard").transaction()
    let head = try await alpha.purchases().value.sequence
    try await store.advance("P1M")
    let group = try #require(plan.subscriptionGroupIdentifier)
    _ = try await alpha.perform(.disableAutoRenew(groupID: group))

    var subscriptions: [SignedSubscription] = []
    var updates = alpha.updates(after: head).makeLimitedIterator()
    while let update = try await updates.next() {
      if case .subscription(let subscription) = update.value.change {
        subscriptions.append(subscription)
      }
      if !update.value.isEvent { break }
    }

    #expect(try subscriptions.map { try $0.renewalInfo().autoRenewStatus } == [.off])
  }
}
