import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// What users of StoreKit complain about, where a store or a library can prevent it, for what is bought
/// once.
///
/// The numbers are those of the list of complaints.
@Suite(.hangLimit) struct PurchaseComplaintTests {
  private static let fuel = "consumable.fuel.octane87"

  @Test func `complaint 1: a purchase on the same device is returned, and another device's comes`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let other = try await alice.otherDevice()
    var updates = alice.listen()

    let own = try await alice.buy("nonconsumable.car").transaction()
    let bought = try await other.buy("nonconsumable.racecar").transaction()

    #expect(own.productID == "nonconsumable.car")
    let update = try #require(await updates.next()).payloadValue
    #expect(update.id == bought.id)
    #expect(alice.recorder.diagnostics.isEmpty)
  }

  @Test func `complaint 2: a purchase while nothing listens says once what will be missed`()
    async throws
  {
    let alice = try await Customer.onNewDevice()

    for _ in 1...2 { try await alice.buy("nonconsumable.car") }
    #expect(alice.recorder.diagnostics == [.notListening])

    let later = try await alice.again()
    var updates = later.listen()
    #expect(await updates.nextProduct() == "nonconsumable.car", "it comes to the next listener")
  }

  @Test
  func `complaint 5: fuel that was delivered is in the history of a session that asks for it`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let fuel = try await alice.buy(Self.fuel).transaction()
    await fuel.finish()

    let including = try await StoreSession(
      alice.line, sheets: alice.sheets, device: try DeviceStore.open(alice.folder.url),
      includesFinishedConsumables: true, environment: alice.recorder.environment)

    let all = await Array(Transaction.Transactions.history(of: including, productID: nil))
    #expect(try all.map { try $0.payloadValue.id } == [fuel.id])
  }

  @Test func `complaint 6: fuel that was not delivered does not stand in the way of more fuel`()
    async throws
  {
    let alice = try await Customer.onNewDevice()

    let first = try await alice.buy(Self.fuel)
    let second = try await alice.buy(Self.fuel)

    #expect(!first.alreadyOwned && !second.alreadyOwned)
    #expect(try first.transaction().id != second.transaction().id)
    #expect(await alice.unfinished() == [Self.fuel, Self.fuel])
    #expect(try await alice.store.engine.transactions(account: nil).value.count == 2)
  }

  @Test func `complaint 7: what is not finished comes once to each launch, with the same ID`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.buy("nonconsumable.car").transaction()

    let later = try await alice.again()
    var updates = later.listen()
    #expect(try #require(await updates.next()).payloadValue.id == car.id)
    try await later.session.sync()
    let racecar = try await alice.otherDevice().buy("nonconsumable.racecar").transaction()
    #expect(try #require(await updates.next()).payloadValue.id == racecar.id)

    let last = try await alice.again()
    var again = last.listen()
    let ids = [
      try #require(await again.next()).payloadValue.id,
      try #require(await again.next()).payloadValue.id,
    ]
    #expect(ids.sorted() == [car.id, racecar.id])
  }

  @Test func `complaint 12: a product ID with a typing error is named, and the others are found`()
    async throws
  {
    let alice = try await Customer.onNewDevice()

    let products = try await alice.session.products([
      "nonconsumable.racecar", "nonconsumable.Car", "nonconsumable.car", "nonconsumable.car",
    ])

    #expect(products.map(\.id) == ["nonconsumable.racecar", "nonconsumable.car"])
    #expect(
      alice.recorder.diagnostics.map { "\($0)" } == [
        "these products are not for sale: nonconsumable.Car. Check the product IDs"
      ])
  }

  @Test func `complaint 15: a device trusts its store's own root, years later too`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car").transaction().finish()

    try await alice.store.advance("P4Y")

    let later = try await alice.again()
    #expect(
      try await later.session.snapshot().entitlements.map { try $0.payloadValue.productID }
        == ["nonconsumable.car"])
    #expect(
      try await later.buy("nonconsumable.racecar").transaction().productID
        == "nonconsumable.racecar")
  }
}
