import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// A refusal is about one copy of an order; others may still be on their way.
@Suite(.hangLimit) struct RefusedOrderTests {
  private let car = "nonconsumable.car"

  @Test func `a late copy of an order whose terms have changed is never charged`() async throws {
    let (alice, elsewhere) = try await overtaken()
    #expect(try await alice.buy(car).alreadyOwned)
    #expect(alice.sheets.shown.map(\.terms.alreadyOwned) == [false, true])
    #expect(alice.sheets.endings.last == .alreadyOwned)
    #expect(alice.sheets.endings.count == 2)
    #expect(Set(alice.line.orders.map(\.key)).count == 2)
    let refused = try #require(alice.line.orders.first)

    try await refundEverything(of: elsewhere)

    await #expect(throws: StoreError.orderKeyClosed(key: refused.key)) {
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
    #expect(try alice.sheets.endings == [.purchased(transactionID: outcome.transaction().id)])
    #expect(await alice.owned() == [car])
    #expect(try alice.openOrders().isEmpty)
  }

  @Test func `if the line breaks after a refusal, the next launch closes the order`() async throws {
    let (alice, elsewhere) = try await overtaken()
    alice.line.beforeSettling { alice.line.condition = .cut }
    await #expect { try await alice.buy(car) } throws: { $0.isStoreKitError("networkError") }
    let refused = try #require(alice.line.orders.first)
    #expect(try alice.openOrders().contains(refused.key))
    try await refundEverything(of: elsewhere)

    let next = try await alice.again()
    await next.session.recoverOrders()

    #expect(try next.openOrders().isEmpty)
    await #expect(throws: StoreError.orderKeyClosed(key: refused.key)) {
      try await next.line.purchase(refused)
    }
  }

  /// A customer who looks at the sheet of a car while it is bought on another device.
  private func overtaken() async throws -> (alice: Customer, elsewhere: Customer) {
    let store = try await StoreFixture.make()
    let elsewhere = try await Customer.onNewDevice("beta", of: store)
    let sheets = ScriptedSheets { [car] in _ = try? await elsewhere.buy(car) }
    return (try await Customer.onNewDevice(of: store, sheets: sheets), elsewhere)
  }
}

private func refundEverything(of customer: Customer) async throws {
  for transaction in await customer.session.transactions(of: nil) {
    _ = try await customer.store.engine.refund(transaction.unsafePayloadValue.transactionID)
  }
}
