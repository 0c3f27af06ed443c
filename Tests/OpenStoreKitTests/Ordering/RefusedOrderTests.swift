import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// A refusal is about one copy of an order; others may still be on their way.
@Suite(.timeLimit(.minutes(1))) struct RefusedOrderTests {
  private let car = "nonconsumable.car"

  @Test func `a late copy of an order that the terms overtook is never charged`() async throws {
    let (alice, elsewhere) = try await overtaken()
    try await alice.buy(car)
    let refused = try #require(alice.line.orders.first)

    try await refundEverything(of: elsewhere)

    await #expect(throws: StoreFault.orderKeyClosed(refused.key)) {
      try await alice.line.purchase(refused)
    }
    #expect(try alice.openOrders().isEmpty)
  }

  @Test func `a copy that was sold after the refusal is the customer's purchase`() async throws {
    let (alice, elsewhere) = try await overtaken()
    alice.line.beforeSettling {
      try? await refundEverything(of: elsewhere)
      if let order = alice.line.orders.first { _ = try? await alice.line.purchase(order) }
    }

    let outcome = try await alice.buy(car)

    #expect(!outcome.alreadyOwned)
    #expect(alice.sheets.shown.count == 1)
    #expect(alice.sheets.endings == [.purchased])
    #expect(await alice.owned() == [car])
    #expect(try alice.openOrders().isEmpty)
  }

  @Test func `where the line breaks after a refusal, the next launch closes the order`()
    async throws
  {
    let (alice, elsewhere) = try await overtaken()
    alice.line.beforeSettling { alice.line.condition = .cut }
    await #expect(throws: StoreKitError.self) { try await alice.buy(car) }
    let refused = try #require(alice.line.orders.first)
    #expect(try alice.openOrders().contains(refused.key))
    try await refundEverything(of: elsewhere)

    let next = try await alice.again()
    await next.session.recoverOrders()

    #expect(try next.openOrders().isEmpty)
    await #expect(throws: StoreFault.orderKeyClosed(refused.key)) {
      try await next.line.purchase(refused)
    }
  }

  @Test(arguments: [
    StoreFault.unknownProduct("nonconsumable.car"), .invalidQuantity(1, allowed: 2...3),
    .quoteChanged(Quote(effect: .purchase, charge: 2, currency: "USD", storefront: .unitedStates)),
  ])
  func `whatever the store refuses, the order is closed`(fault: StoreFault) async throws {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    alice.line.condition = .ordersFail(fault)
    await #expect(throws: (any Error).self) { try await alice.buy(car) }

    #expect(try alice.openOrders().isEmpty)
    alice.line.condition = .good
    for order in alice.line.orders {
      await #expect(throws: StoreFault.orderKeyClosed(order.key)) {
        try await alice.line.purchase(order)
      }
    }
  }

  @Test func `an order that is answered with an unknown code is kept, and settled later`()
    async throws
  {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    alice.line.condition = .ordersFail(.unknown(code: "paused", message: "pay later"))
    alice.line.beforeSettling { alice.line.condition = .cut }

    await #expect(throws: StoreKitError.self) { try await alice.buy(car) }

    let order = try #require(alice.line.orders.first)
    #expect(try alice.openOrders() == [order.key])
    alice.line.condition = .good
    alice.line.beforeSettling {}
    await alice.session.recoverOrders()
    #expect(try alice.openOrders().isEmpty)
    await #expect(throws: StoreFault.orderKeyClosed(order.key)) {
      try await alice.line.purchase(order)
    }
  }

  @Test(arguments: [
    StoreFault.unauthorized, .orderKeyReused(OrderKey(UUID())), .orderKeyClosed(OrderKey(UUID())),
  ])
  func `an order that is closed already, or is not this device's, is forgotten`(
    fault: StoreFault
  ) async throws {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    alice.line.condition = .ordersFail(fault)
    alice.line.beforeSettling { Issue.record("nothing is left to ask") }

    await #expect(throws: StoreKitError.self) { try await alice.buy(car) }

    #expect(try alice.openOrders().isEmpty)
  }

  /// A customer who looks at the sheet of a car while it is bought on another device.
  private func overtaken() async throws -> (alice: Customer, elsewhere: Customer) {
    let store = try await StoreFixture.make()
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    let sheets = ScriptedSheets { [car] in _ = try? await elsewhere.buy(car) }
    return (try await Customer.onNewDevice("alpha", of: store, sheets: sheets), elsewhere)
  }
}

private func refundEverything(of customer: Customer) async throws {
  for transaction in await customer.session.transactions(of: nil) {
    let id = TransactionID(rawValue: transaction.unsafePayloadValue.id)
    _ = try await customer.store.engine.refund(id)
  }
}
