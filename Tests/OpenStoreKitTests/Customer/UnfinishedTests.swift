import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The unfinished transactions when the store answers an order and then stops answering: in this run
/// of the app, and offline in the next.
@Suite(.hangLimit) struct UnfinishedTests {
  static let car = "nonconsumable.car"
  static let fuel = "consumable.fuel.octane87"

  struct Purchases: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var before: String?
    var isDelivered = false
    let bought: [String]
    let unfinished: [String]
  }

  @Test(arguments: [
    Purchases(testDescription: "a car is unfinished, once", bought: [car], unfinished: [car]),
    Purchases(
      testDescription: "an undelivered car is unfinished once, however often it is bought",
      before: car, bought: [car, car], unfinished: [car]),
    Purchases(
      testDescription: "a delivered car that is bought again is not delivered again",
      before: car, isDelivered: true, bought: [car], unfinished: []),
    Purchases(
      testDescription: "a delivered plan is not delivered again when a lower one is scheduled",
      before: "subscription.pro", isDelivered: true, bought: ["subscription.standard"],
      unfinished: []),
    Purchases(
      testDescription: "every can of fuel is unfinished", bought: [fuel, fuel],
      unfinished: [fuel, fuel]),
  ])
  func `what is unfinished survives a store that goes away`(_ purchases: Purchases) async throws {
    let alice = try await Customer.onNewDevice()
    if let before = purchases.before {
      let transaction = try await alice.buy(before).transaction()
      if purchases.isDelivered { await transaction.finish() }
    }
    alice.line.condition = .purchasesVanish

    for id in purchases.bought { try await alice.buy(id) }

    let next = try await alice.again()
    next.line.condition = .cut
    #expect(await alice.unfinished() == purchases.unfinished)
    #expect(await next.unfinished() == purchases.unfinished)
    #expect(try #require(alice.record().purchases).latest.count <= 1)
  }

  @Test func `what was finished while this app was closed is not delivered offline`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    alice.session.close()
    try await alice.otherDevice().finishEverything()
    #expect(try alice.record().unfinished?.count == 1)

    let online = try await alice.again()
    #expect(await online.unfinished().isEmpty)

    let offline = try await alice.again()
    offline.line.condition = .cut
    #expect(await offline.unfinished().isEmpty)
  }

  @Test func `an app that loses the store between two pages gets each transaction once`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    try await alice.buyFuelOutside(120)
    try await alice.buy("nonconsumable.racecar")
    var unfinished = Transaction.Transactions.unfinished(of: alice.session).makeLimitedIterator()
    var seen: [String] = []
    for _ in 1...100 { seen.append(try #require(await unfinished.nextProduct())) }

    alice.line.condition = .cut
    while let product = await unfinished.nextProduct() { seen.append(product) }

    #expect(seen.count == 101)
    #expect(seen.filter { $0 == Self.car }.count == 1)
    #expect(seen.last == "nonconsumable.racecar", "the device keeps it")
  }

  @Test func `a cancelled task gets nothing that is unfinished`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    alice.line.condition = .cut

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await alice.unfinished()
    }

    #expect(await task.value.isEmpty)
  }

  @Test func `what is not on a page stays kept if it belongs to another page`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    try await alice.buyFuelOutside(110)
    try await alice.buy("nonconsumable.racecar")
    var unfinished = Transaction.Transactions.unfinished(of: alice.session).makeLimitedIterator()

    #expect(await unfinished.nextProduct() == Self.car)
    #expect(try alice.record().unfinished?.count == 2)
    while await unfinished.next() != nil {}
    #expect(try alice.record().unfinished?.count == 2)
  }

  @Test func `a purchase of another copy of the app is not kept after this copy finished it`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let earlier = try await alice.again()
    try await alice.buy(Self.car)

    try await earlier.finishEverything()

    #expect(try alice.record().unfinished?.isEmpty == true)
  }

  @Test func `a purchase of another copy of the app is not kept after another device finished it`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let earlier = try await alice.again()
    let updates = try await earlier.listenToOpenStream()
    try await alice.buy(Self.car)

    try await alice.otherDevice().finishEverything()

    try await wait { try alice.record().unfinished?.isEmpty == true }
    withExtendedLifetime(updates) {}
  }
}

extension Customer {
  /// Finishes all unfinished transactions.
  fileprivate func finishEverything() async throws {
    for result in await unfinishedTransactions() { await result.unsafePayloadValue.finish() }
  }
}
