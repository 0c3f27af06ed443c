import AppStorePayloads
import Foundation
import TestSupport
import Testing

@testable import OpenStoreKit

/// What is unfinished is read page by page, as the app asks.
@Suite(.hangLimit) struct UnfinishedPagesTests {
  private static let car = "nonconsumable.car"

  private func pages(_ alice: Customer) -> Int {
    alice.line.questions.filter { $0 == "unfinished" }.count
  }

  @Test func `a page is asked for when the one before it was yielded`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(250)
    var updates = alice.listen()

    var counts: [Int] = []
    for number in 1...250 {
      _ = await updates.next()
      if [1, 100, 101, 201, 250].contains(number) { counts.append(pages(alice)) }
    }

    #expect(counts == [1, 1, 2, 3, 3])
  }

  @Test func `a page is verified before its first transaction is handed out, and no other page is`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(150)
    var unfinished = Transaction.Transactions.unfinished(of: alice.session).makeLimitedIterator()

    var counts: [Int] = []
    for _ in 1...101 {
      _ = await unfinished.next()
      counts.append(alice.session.reader.verifications)
    }

    #expect(counts == Array(repeating: 100, count: 100) + [150])
  }

  @Test func `an app that lost the store between two pages goes on after them`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(150)
    var updates = alice.listen()
    var seen: [UInt64] = []
    for _ in 1...100 { seen.append(try #require(await updates.next()).unsafePayloadValue.id) }
    alice.line.condition = .cut
    #expect(await !alice.session.reconnect())

    alice.recorder.duringPauses { [line = alice.line] in line.condition = .good }
    for _ in 1...50 { seen.append(try #require(await updates.next()).unsafePayloadValue.id) }

    #expect(Set(seen).count == 150)
    #expect(seen == seen.sorted())
  }

  @Test func `what comes while pages are read comes once`() async throws {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.store.device("beta").backend
    try await alice.buyFuelOutside(150)
    var updates = alice.listen()
    var seen = [try #require(await updates.next()).unsafePayloadValue.id]
    try await alice.until(.current)

    let car = try await elsewhere.buy(Self.car).transaction().transactionId
    let racecar = try await elsewhere.buy("nonconsumable.racecar").transaction().transactionId
    while seen.last != racecar.rawValue {
      seen.append(try #require(await updates.next()).unsafePayloadValue.id)
    }
    try await elsewhere.buy("nonRenewing.standard")
    seen.append(try #require(await updates.next()).unsafePayloadValue.id)

    #expect(seen.count == 153)
    #expect(Set(seen).count == 153)
    #expect(seen.contains(car.rawValue))
  }

  @Test func `an offline app gets its own purchases, and the rest when the store answers`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    try await alice.otherDevice().buy("nonconsumable.racecar")
    let next = try await alice.again()
    next.line.condition = .cut
    var updates = next.listen()
    #expect(await updates.nextProduct() == Self.car)
    next.line.condition = .good

    #expect(await updates.nextProduct() == "nonconsumable.racecar")
  }

  @Test(arguments: [[], [Self.car]])
  func `of a store that begins another epoch between two pages only what is in it is unfinished`(
    bought: [String]
  ) async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(150)
    let (engine, registration) = (alice.store.engine, alice.registration)
    alice.line.whileOnItsWay(.unfinished) { [store = alice.store] in
      do {
        _ = try await engine.reset()
        for id in bought { try await store.backend(of: registration).buy(id) }
      } catch {
        Issue.record(error)
      }
    }

    let unfinished = try await alice.session.unfinishedInStore(through: .max)

    #expect(unfinished.map(\.unsafePayloadValue.productID) == bought)
  }

  @Test func `after a sync what has not been yielded yet comes`() async throws {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.otherDevice()
    var updates = alice.listen()
    try await elsewhere.buy(Self.car)
    #expect(await updates.nextProduct() == Self.car)

    try await alice.session.sync()
    try await elsewhere.buy("nonconsumable.racecar")

    #expect(await updates.nextProduct() == "nonconsumable.racecar")
  }
}

extension Customer {
  /// Buys cans of fuel one by one on this device, as the App Store's own screens do.
  func buyFuelOutside(_ count: Int) async throws {
    let backend = try await store.backend(of: registration)
    for _ in 1...count { try await backend.buy("consumable.fuel.octane87") }
  }
}
