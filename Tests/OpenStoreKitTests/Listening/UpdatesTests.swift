import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.timeLimit(.minutes(1))) struct UpdatesTests {
  @Test func `what is unfinished comes first, at every launch until it is finished`() async throws {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    try await alice.buy("nonconsumable.car")

    let second = try await alice.again()
    var updates = second.listen()
    let car = try #require(await updates.next()).payloadValue
    #expect(car.productID == "nonconsumable.car")
    await car.finish()

    let third = try await alice.again()
    #expect(await third.session.unfinished().isEmpty)
  }

  @Test func `another device's purchases come, one's own do not`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    var updates = alice.listen()

    try await alice.buy("nonconsumable.car")
    try await elsewhere.buy("nonconsumable.racecar")

    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
    #expect(alice.notebook.diagnostics.isEmpty)
  }

  @Test func `what this device bought and finished in an earlier run is no news`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    try await alice.buy("nonconsumable.car")
    for car in await alice.session.unfinished() { await car.unsafePayloadValue.finish() }
    _ = await alice.session.currentEntitlements()

    let later = try await alice.again()
    var updates = later.listen()
    try await elsewhere.buy("nonconsumable.racecar")

    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
  }

  @Test func `of several renewals, those that another copy of the app delivered are no news`()
    async throws
  {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let standard = try await alice.buy("subscription.standard").transaction()
    await standard.finish()
    try await store.advance("P3M")
    let pane = try await alice.again()
    let renewals = await pane.session.unfinished().map(\.unsafePayloadValue)
      .sorted { $0.id < $1.id }
    #expect(renewals.count == 3)
    for renewal in renewals.dropLast() { await renewal.finish() }
    _ = await pane.session.currentEntitlements()

    let later = try await alice.again()
    var updates = later.listen()
    let first = await updates.next()?.unsafePayloadValue
    try await store.advance("P1M")
    let second = await updates.next()?.unsafePayloadValue

    #expect(first?.id == renewals.last?.id)
    #expect(second?.purchaseDate == first?.expirationDate)
  }

  @Test func `every listener hears everything, each state once`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    var first = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await first.next()?.unsafePayloadValue.productID == "nonconsumable.car")

    var second = alice.listen()
    #expect(await second.next()?.unsafePayloadValue.productID == "nonconsumable.car")
    try await alice.session.sync()
    try await elsewhere.buy("nonconsumable.racecar")
    #expect(await first.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
    #expect(await second.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
  }

  @Test func `fuel is offered only to the device that ordered it`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    try await alice.buy("consumable.fuel.octane87")
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    #expect(await elsewhere.session.unfinished().isEmpty)
    #expect(await alice.session.unfinished().count == 1)
  }

  @Test func `a renewal comes as a new transaction of the same subscription`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let standard = try await alice.buy("subscription.standard").transaction()
    await standard.finish()
    var updates = alice.listen()
    var statuses = alice.session.statusUpdates().makeAsyncIterator()

    try await store.advance("P1M")

    let renewal = try #require(await updates.next()).payloadValue
    #expect(renewal.reason == .renewal)
    #expect(renewal.id != standard.id)
    #expect(renewal.originalID == standard.id)
    let status = try #require(await statuses.next())
    #expect(status.state == .subscribed)
    #expect(try status.transaction.payloadValue == renewal)
    #expect(await renewal.subscriptionStatus == status)
  }

  @Test func `nothing is lost when the line breaks and comes back`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.car")

    alice.line.condition = .cut
    alice.line.breakStreams()
    try await elsewhere.buy("nonconsumable.racecar")
    alice.line.condition = .good

    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
    #expect(alice.line.cursors.count >= 2)
    #expect(alice.line.cursors == alice.line.cursors.sorted())
  }

  @Test func `a line that broke and is there again was never offline`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await updates.next() != nil)
    var changes = alice.session.connectionChanges.makeAsyncIterator()

    alice.line.breakStreams()
    try await elsewhere.buy("nonconsumable.racecar")
    #expect(await updates.next() != nil)
    alice.line.condition = .cut
    _ = await alice.session.reconnect()
    #expect(await changes.next() == .offline(since: .fixture))
  }

  @Test func `whoever watches the connection hears when it is away for another reason`()
    async throws
  {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await updates.next() != nil)
    var changes = alice.session.connectionChanges.makeAsyncIterator()

    alice.line.condition = .away("it is closed")
    alice.line.breakStreams()
    #expect(await changes.next() == .offline(since: .fixture))
    #expect(alice.session.offlineReason == "it is closed")
    alice.line.condition = .away("another has moved in")

    #expect(await changes.next() == .offline(since: .fixture))
    #expect(alice.session.offlineReason == "another has moved in")
  }

  @Test func `what waits for approval is pending until its transaction comes`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let parent = try await Customer.onNewDevice("beta", of: store)
    var updates = alice.listen()
    alice.line.condition = .ordersWait
    guard case .pending = try await alice.buy("nonconsumable.car").result else {
      Issue.record("it was not put off")
      return
    }
    #expect(alice.sheets.endings == [.pending])
    #expect(alice.session.pendingProducts == ["nonconsumable.car"])
    #expect(try await alice.again().session.pendingProducts == ["nonconsumable.car"])

    try await parent.buy("nonconsumable.car")
    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.car")
    #expect(alice.session.pendingProducts.isEmpty)
    #expect(try alice.openOrders().isEmpty)
  }

  @Test func `a listener ends when its task is cancelled`() async throws {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    let session = alice.session
    let task = Task {
      var count = 0
      for await _ in Transaction.Transactions(.updates(session)) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func `a session that nobody holds goes away`() async throws {
    weak var session: StoreSession?
    do {
      let alice = try await Customer.onNewDevice("alpha", of: .make())
      session = alice.session
      do {
        var updates = alice.listen()
        try await alice.buy("nonconsumable.car")
        alice.line.breakStreams()
        _ = try await alice.again().buy("nonconsumable.racecar")
        #expect(await updates.next() != nil)
      }
    }
    while session != nil {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `a store that was reset voids what the device held`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    try await alice.buy("nonconsumable.car")
    var changes = alice.session.connectionChanges.makeAsyncIterator()

    _ = try await store.engine.reset()

    #expect(await alice.owned().isEmpty)
    #expect(await changes.next() == .online)
    alice.line.condition = .cut
    #expect(await alice.owned().isEmpty)
    let record = try DeviceStore.open(alice.folder.url).read()
    #expect(record.time.epoch == 2)
    #expect(record.orders.isEmpty)
  }

  @Test func `whoever hears of a reset by any answer owns nothing offline`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    try await alice.buy("nonconsumable.car")
    _ = try await store.engine.reset()

    _ = try await alice.product("nonconsumable.car")
    alice.line.condition = .cut

    #expect(await alice.owned().isEmpty)
    #expect(try await alice.again().session.now == .fixture)
  }

  @Test func `a listener lives through a reset`() async throws {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice("alpha", of: store)
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.car")
    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.car")

    _ = try await store.engine.reset()
    try await elsewhere.buy("nonconsumable.racecar")

    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
  }
}
