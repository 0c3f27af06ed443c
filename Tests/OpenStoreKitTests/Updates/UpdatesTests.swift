import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct UpdatesTests {
  @Test func `a storefront that the operator sets arrives while the app only listens`() async throws
  {
    let alice = try await Customer.onNewDevice()
    #expect(await alice.session.storefront()?.countryCode == "USA")
    var storefronts = alice.session.currentStorefront.updates.listen().makeLimitedIterator()
    let updates = try await alice.listenToOpenStream()

    _ = try await alice.store.engine.perform(.setStorefront(storefront: "FRA"))

    #expect(await storefronts.next()?.countryCode == "FRA")
    withExtendedLifetime(updates) {}
  }

  @Test
  func `an own purchase whose answer is late does not come, however often the store is asked`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    var updates = alice.listen()
    alice.line.condition = .answersVanish(1)
    alice.recorder.duringPauses { [session = alice.session] in try? await session.sync() }

    try await alice.buy("nonconsumable.car")
    try await alice.otherDevice().buy("nonconsumable.racecar")

    #expect(await updates.nextProduct() == "nonconsumable.racecar")
  }

  @Test func `renewals that another copy of the app delivered do not come`() async throws {
    let alice = try await Customer.onNewDevice()
    let standard = try await alice.buy("subscription.standard").transaction()
    await standard.finish()
    try await alice.store.advance("P3M")
    let other = try await alice.again()
    let renewals = await other.unfinishedTransactions().map(\.unsafePayloadValue)
      .sorted { $0.id < $1.id }
    #expect(renewals.count == 3)
    for renewal in renewals.dropLast() { await renewal.finish() }
    _ = await other.owned()

    let later = try await alice.again()
    var updates = later.listen()
    let first = await updates.next()?.unsafePayloadValue
    try await alice.store.advance("P1M")
    let second = await updates.next()?.unsafePayloadValue

    #expect(first?.id == renewals.last?.id)
    #expect(second?.purchaseDate == first?.expirationDate)
  }

  @Test func `every listener receives everything, each state once`() async throws {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.otherDevice()
    var first = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await first.nextProduct() == "nonconsumable.car")

    var second = alice.listen()
    #expect(await second.nextProduct() == "nonconsumable.car")
    try await alice.session.sync()
    try await elsewhere.buy("nonconsumable.racecar")
    #expect(await first.nextProduct() == "nonconsumable.racecar")
    #expect(await second.nextProduct() == "nonconsumable.racecar")
  }

  @Test func `nothing is lost when the line breaks and comes back`() async throws {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.otherDevice()
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await updates.nextProduct() == "nonconsumable.car")

    alice.line.condition = .cut
    alice.line.breakStreams()
    try await elsewhere.buy("nonconsumable.racecar")
    alice.line.condition = .good

    #expect(await updates.nextProduct() == "nonconsumable.racecar")
    #expect(alice.line.cursors.count >= 2)
    #expect(alice.line.cursors == alice.line.cursors.sorted())
  }

  @Test func `a renewal and its subscription are announced once, even if the line is then cut`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.otherDevice()
    let plan = try await alice.buy("subscription.standard").transaction()
    await plan.finish()
    var statuses = alice.session.statusUpdates().makeLimitedIterator()
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await updates.nextProduct() == "nonconsumable.car")
    alice.line.condition = .cutAfterTransaction

    try await alice.store.advance("P1M")

    let renewal = try #require(await updates.next()).payloadValue
    #expect(renewal.purchaseDate == plan.expirationDate)
    #expect(try await statuses.next()?.transaction.payloadValue == renewal)
    #expect(await alice.owned() == ["nonconsumable.car", "subscription.standard"])
    alice.line.condition = .good
    try await alice.endRenewal()
    #expect(try await statuses.next()?.renewalInfo.payloadValue.willAutoRenew == false)
    try await elsewhere.buy("nonconsumable.racecar")
    #expect(await updates.nextProduct() == "nonconsumable.racecar")
  }

  @Test func `after the line was cut, a plan's status comes before the renewals that led to it`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.otherDevice()
    let plan = try await alice.buy("subscription.standard").transaction()
    await plan.finish()
    let updates = try await alice.listenToOpenStream()
    let (announced, announce) = AsyncStream<String>.makeStream()
    let transactions = alice.session.updates.transactions.listen { announcement in
      if case .transaction(let signed) = announcement { announce.yield(signed.payload.end) }
      return nil
    }
    let statuses = alice.session.updates.statuses.listen { subscription in
      announce.yield("status, " + subscription.transaction.payload.end)
      return nil
    }

    alice.line.condition = .cut
    alice.line.breakStreams()
    try await alice.store.advance("P2M")
    try await elsewhere.buy("nonconsumable.car")
    alice.line.condition = .good

    var order = announced.makeLimitedIterator()
    for end in ["status, 2026-04-21", "2026-03-21", "2026-04-21", "nonconsumable.car"] {
      #expect(await order.next() == end)
    }
    withExtendedLifetime((updates, transactions, statuses)) {}
  }

  @Test func `another reason for being offline is published`() async throws {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.otherDevice()
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await updates.next() != nil)
    var changes = alice.session.connectionChanges.makeLimitedIterator()

    alice.line.condition = .away("it is closed")
    alice.line.breakStreams()
    #expect(await changes.next() == .offline(since: .fixture))
    #expect(alice.session.customer.withLock { $0.link.reason } == "it is closed")
    alice.line.condition = .away("another has moved in")

    #expect(await changes.next() == .offline(since: .fixture))
    #expect(alice.session.customer.withLock { $0.link.reason } == "another has moved in")
  }

  @Test func `an order is pending until its transaction comes`() async throws {
    let alice = try await Customer.onNewDevice()
    let parent = try await alice.otherDevice()
    var updates = alice.listen()
    alice.line.condition = .ordersWait
    guard case .pending = try await alice.buy("nonconsumable.car").result else {
      throw FixtureError(text: "it was not put off")
    }
    #expect(alice.sheets.endings == [.pending])
    #expect(alice.session.customer.withLock { $0.pending.count } == 1)
    let again = await (try alice.again()).session.snapshot()
    #expect(Array(again.waitingOrders.keys) == ["nonconsumable.car"])

    try await parent.buy("nonconsumable.car")
    #expect(await updates.nextProduct() == "nonconsumable.car")
    #expect(await alice.session.snapshot().waitingOrders.isEmpty)
    try await wait { try alice.openOrders().isEmpty }
  }

  @Test func `a listener ends when its task is cancelled`() async throws {
    let alice = try await Customer.onNewDevice()
    let session = alice.session
    let task = Task {
      var count = 0
      for await _ in Transaction.Transactions.updates(of: session) { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await limited("the end of the listener") { await task.value } == 0)
  }

  @Test func `a session that nothing holds is released`() async throws {
    weak var session: StoreSession?
    do {
      let alice = try await Customer.onNewDevice()
      session = alice.session
      do {
        var updates = alice.listen()
        try await alice.buy("nonconsumable.car")
        alice.line.breakStreams()
        _ = try await alice.again().buy("nonconsumable.racecar")
        #expect(await updates.next() != nil)
      }
    }
    try await wait(for: "the release of the session") { session == nil }
  }

  @Test func `an answer of a reset store voids what the device held`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car")
    var changes = alice.session.connectionChanges.makeLimitedIterator()
    let epoch = try await alice.store.engine.reset().epoch

    _ = try await alice.product("nonconsumable.car")
    alice.line.condition = .cut

    #expect(await changes.next() == .online)
    #expect(await alice.owned().isEmpty)
    #expect(try alice.record().time.epoch == epoch)
    #expect(try await alice.again().session.now == .fixture)
  }

  @Test func `a listener lives through a reset`() async throws {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.otherDevice()
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await updates.nextProduct() == "nonconsumable.car")

    _ = try await alice.store.engine.reset()
    try await elsewhere.buy("nonconsumable.racecar")

    #expect(await updates.nextProduct() == "nonconsumable.racecar")
  }

  @Test func `half a refund because of the app says both, and its reversal says nothing`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.buy("nonconsumable.car").transaction()
    await car.finish()
    #expect(car.revocationType == nil && car.revocationPercentage == nil)

    _ = try await alice.store.engine.refund(
      car.transactionID, reason: .developerIssue, percentage: 33_333)
    let revoked = try #require(await alice.session.latestTransaction(of: car.productID))
      .payloadValue
    _ = try await alice.store.engine.perform(.reverseRefund(transactionID: car.transactionID))
    let restored = try #require(await alice.session.latestTransaction(of: car.productID))
      .payloadValue

    #expect(
      revoked.revocationType == .proratedRefund && revoked.revocationReason == .developerIssue)
    #expect(revoked.revocationPercentage == Decimal(string: "33.333"))
    #expect(restored == car)
  }

  @Test func `while renewal is off, renewal info says what its JSON says`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("subscription.standard")
    try await alice.endRenewal()

    let status = try #require(try await alice.session.statuses(in: "3F19ED53").first)
    let info = try status.renewalInfo.payloadValue
    let json = try JSONDecoder.payload.decode(
      RenewalInfoPayload.self, from: info.jsonRepresentation)

    #expect(json.autoRenewStatus == .off && json.autoRenewProductId == "subscription.standard")
    #expect(info.autoRenewPreference == nil && !info.willAutoRenew)
    #expect(json.renewalPrice != nil && info.renewalPrice?.milliunits == json.renewalPrice)
    #expect(info.currency?.identifier == json.currency)
    #expect(info.offer?.type.rawValue == json.offerType?.rawValue)
  }

  @Test func `a refunded plan is revoked, here and offline`() async throws {
    let alice = try await Customer.onNewDevice()
    let pro = try await alice.buy("subscription.pro").transaction()
    await pro.finish()
    var statuses = alice.session.statusUpdates().makeLimitedIterator()

    _ = try await alice.store.engine.refund(pro.transactionID)

    let status = try #require(await statuses.next())
    #expect(status.state == .revoked)
    #expect(try status.renewalInfo.payloadValue.willAutoRenew == false)
    #expect(try status.renewalInfo.payloadValue.autoRenewPreference == nil)
    #expect(try status.renewalInfo.payloadValue.renewalPrice == nil)
    #expect(try status.renewalInfo.payloadValue.currency == nil)
    #expect(await alice.owned().isEmpty)
    alice.line.condition = .cut
    #expect(await alice.owned().isEmpty)
  }
}

extension TransactionPayload {
  /// The day on which its period ends, or its product.
  fileprivate var end: String {
    expiresDate?.formatted(.iso8601.year().month().day()) ?? productId
  }
}
