import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSQLite

@Suite(.hangLimit) struct StoredPurchasesCacheTests {
  private let car = "nonconsumable.car"
  private let pro = "subscription.pro"
  private let raceCar = "nonconsumable.racecar"

  @Test func `purchases that were asked for before include what another process has written`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (backend, registration) = try await fixture.device("alpha")
    let other = try await fixture.another().backend(
      for: registration.token, instance: InstanceID(UUID()))
    #expect(try await backend.purchases().value.latest.isEmpty)

    let id = try await other.buy(car).transaction().transactionId
    let bought = try await backend.purchases().value
    _ = try await fixture.another().perform(.refund(transactionID: id))
    let refunded = try await backend.purchases().value

    #expect(bought.latest.count == 1)
    #expect(refunded.latest != bought.latest)
  }

  @Test func `another customer's purchase changes only the number of the last event`() async throws
  {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(car)
    let before = try await backend.purchases().value
    let stranger = try await fixture.engine.signIn(local: "bob").value
    let registration = try await fixture.engine.registerDevice("beta", signIn: stranger.token).value

    try await fixture.backend(of: registration).buy(pro)
    var after = try await backend.purchases().value

    #expect(after.sequence > before.sequence)
    after.sequence = before.sequence
    #expect(after == before)
  }

  @Test func `each change of a customer's own is in the next purchases`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    var seen = [try await backend.purchases().value]

    try await backend.buy(pro)
    seen.append(try await backend.purchases().value)
    let group = try #require(seen.last?.subscriptions.first).groupID
    _ = try await backend.perform(.disableAutoRenew(groupID: group))
    seen.append(try await backend.purchases().value)
    try await fixture.advance("P13M")
    seen.append(try await backend.purchases().value)
    _ = try await fixture.engine.perform(.reset)
    seen.append(try await backend.purchases().value)

    #expect(seen.map(\.subscriptions.count) == [0, 1, 1, 1, 0])
    #expect(Set(seen.map(\.subscriptions)).count == 4)
    #expect(seen.last?.latest == [])
  }

  @Test func `rows are not read again until the customer has another event`() async throws {
    let fixture = try await StoreFixture.make()
    let store = try #require(fixture.engine.ledgers as? SQLiteLedgerStore)
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(car)
    let before = try await backend.purchases().value

    // Nothing in a store changes rows like this, without an event.
    try await store.database.write { db in
      try db.execute(sql: "UPDATE \"transaction\" SET price = 1")
    }
    #expect(try await backend.purchases().value == before)

    try await backend.buy(raceCar)
    let prices = try await backend.purchases().value.latest.map {
      try TransactionPayload.decoded(from: $0).price
    }
    #expect(prices.contains(1))
  }

  @Test func `a copy that is restored while the store is open hides what is lost`() async throws {
    let fixture = try await StoreFixture.make()
    let store = try #require(fixture.engine.ledgers as? SQLiteLedgerStore)
    let (backend, _) = try await fixture.device("alpha")
    let copy = try DatabaseQueue(path: fixture.folder.appending(path: "copy.sqlite").path)
    try store.database.backup(to: copy)
    try await backend.buy(car)
    let lost = try await backend.purchases().value

    try copy.backup(to: store.database)
    try await backend.buy(raceCar)
    let present = try await backend.purchases().value

    #expect(present.sequence == lost.sequence, "the last event has the number of the lost one")
    let products = try present.latest.map { try TransactionPayload.decoded(from: $0).productId }
    #expect(products == [raceCar])
  }
}

// MARK: - The key and the bounds

extension StoredPurchasesCacheTests {
  private typealias Key = StoredPurchasesCache.Key
  private typealias Event = StoredPurchasesCache.Event

  private func purchases(_ sequence: Int64) -> StoredPurchases {
    StoredPurchases(latest: [], subscriptions: [], sequence: sequence)
  }

  @Test func `another customer or event is read for itself, and each once`() {
    let cache = StoredPurchasesCache()
    let event = Event(sequence: 5, date: 1, body: "{}")
    let keys = [
      Key(customer: .alice, event: event),
      Key(customer: .bob, event: event),
      Key(customer: .alice, event: nil),
      Key(customer: .alice, event: Event(sequence: 6, date: 1, body: "{}")),
      Key(customer: .alice, event: Event(sequence: 5, date: 2, body: "{}")),
      Key(customer: .alice, event: Event(sequence: 5, date: 1, body: "[]")),
    ]
    var reads = 0

    for _ in 1...2 {
      for (number, key) in keys.enumerated() {
        let found = cache.purchases(key) {
          reads += 1
          return purchases(Int64(number))
        }
        #expect(found.sequence == Int64(number))
      }
    }

    #expect(reads == keys.count)
  }

  @Test func `a customer with more rows than the limit is read again each time`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(car)
    let stored = try await fixture.engine.ledgers.purchases(of: CustomerNumber(rawValue: 1))
    let row = try #require(stored.latest.first)
    let cache = StoredPurchasesCache()

    for (count, kept) in [
      (StoredPurchasesCache.rowLimit, 1), (StoredPurchasesCache.rowLimit + 1, 1),
    ] {
      let key = Key(customer: CustomerNumber(rawValue: Int64(count)), event: nil)
      let rows = StoredPurchases(
        latest: Array(repeating: row, count: count), subscriptions: [], sequence: 1)
      #expect(cache.purchases(key) { rows } == rows)
      #expect(cache.count == kept)
    }
  }

  @Test func `the cache stays within its bounds however many customers ask`() {
    let cache = StoredPurchasesCache(capacity: 100)

    for number in Int64(1)...1_000 {
      let key = Key(customer: CustomerNumber(rawValue: number), event: nil)
      _ = cache.purchases(key) { purchases(number) }
      #expect(cache.count <= 100)
    }
  }
}
