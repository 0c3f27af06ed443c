import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The numbers are those of Ledger+operatorPurchase.swift.
@Suite struct OperatorPurchaseTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-06-01") }

  @discardableResult
  private mutating func buy(
    _ product: String, on day: String? = nil, quantity: Int = 1, key: UUID = UUID(),
    _ behavior: OperatorPurchase.RenewalBehavior? = nil, device: Int64? = 3
  ) throws -> LedgerTransaction {
    let order = Order(key: OrderKey(key), productID: product, quantity: quantity)
    let date = try day.map(LedgerFixture.date)
    shop.draft.settle(until: shop.now, in: shop.snapshot)
    let events = try shop.ledger.purchase(
      OperatorPurchase(
        order: order, account: "ann", purchaseDate: date, renewalBehavior: behavior),
      since: LedgerFixture.date("2008-01-01"), at: shop.now, in: shop.snapshot, device: device)
    shop.draft.record(events, at: date ?? shop.now, in: shop.snapshot)
    shop.draft.settle(until: shop.now, in: shop.snapshot)
    let outcome = try #require(shop.ledger.outcome(of: order.key))
    return shop.ledger.current(outcome.transactionID)
  }

  @Test mutating func `1: what the operator buys is charged, and does not wait`() throws {
    shop.snapshot.rules.askToBuy = true
    shop.snapshot.rules.interruptedPurchases = true

    let fuel = try buy("fuel", quantity: 3)

    #expect(fuel.purchaseDate == shop.now && fuel.device == 3 && !fuel.isFinished)
    #expect(shop.balance == "5.97" && shop.ledger.waitingOrders.isEmpty)
    #expect(shop.draft.changes.flatMap(\.notifications).map(\.type) == [.oneTimeCharge])
  }

  @Test mutating func `1: a customer without a device gets fuel too`() throws {
    #expect(try buy("fuel", device: nil).device == nil)
  }

  @Test mutating func `2: a car that was bought in the past is owned since then`() throws {
    let car = try buy("car", on: "2020-02-29")

    #expect(LedgerFixture.day(car.purchaseDate) == "2020-02-29")
    #expect(shop.ledger.owned == ["car": car.id])
    #expect(try shop.buy("car").alreadyOwned)
  }

  @Test(arguments: [("2026-06-02", "2008-01-01"), ("2007-12-31", "2008-01-01")])
  mutating func `2: nothing is bought in the future, nor before the store can sign`(
    day: String, first: String
  ) throws {
    let error = StoreError.invalidPurchaseDate(
      date: try LedgerFixture.date(day), first: try LedgerFixture.date(first), last: shop.now)

    #expect(throws: error) { try buy("car", on: day) }
    #expect(shop.transactions.isEmpty)
  }

  @Test mutating func `2: nothing is bought before the plan that the customer has`() throws {
    try buy("premium.plus", on: "2026-05-15")
    let error = StoreError.invalidPurchaseDate(
      date: try LedgerFixture.date("2026-05-14"), first: try LedgerFixture.date("2026-05-15"),
      last: shop.now)

    #expect(throws: error) { try buy("pro", on: "2026-05-14") }
    try buy("pro", on: "2026-05-20")
    #expect(shop.periods == ["2026-05-15", "2026-05-20"])
    #expect(shop.transactions.first?.isUpgraded == true)
  }

  @Test mutating func `2: nor before the end of the one that they had`() throws {
    try buy("premium.plus", on: "2026-01-01", .cancelImmediately)

    #expect(throws: StoreError.self) { try buy("premium.plus", on: "2026-01-31") }
    try buy("premium.plus", on: "2026-02-01")
    #expect(
      shop.periods == [
        "2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01",
        "2026-06-01",
      ])
  }

  @Test mutating func `3: a plan that was bought in the past renews until now`() throws {
    let first = try buy("premium.plus", on: "2026-03-10")

    #expect(shop.periods == ["2026-03-10", "2026-04-10", "2026-05-10"])
    #expect(shop.subscription?.isActive == true && shop.subscription?.originalID == first.id)
    try shop.advance(to: "2026-06-10")
    #expect(shop.periods.last == "2026-06-10")
  }

  @Test mutating func `3: one that is cancelled at once has one period`() throws {
    try buy("premium.plus", on: "2026-03-10", .cancelImmediately)

    #expect(shop.periods == ["2026-03-10"])
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
  }

  @Test mutating func `4: a copy of the order changes nothing, and another order is refused`()
    throws
  {
    let key = UUID()
    let car = try buy("car", on: "2026-03-10", key: key)
    let before = shop.ledger

    #expect(try buy("car", on: "2026-03-10", key: key) == car)
    #expect(shop.ledger == before)
    #expect(throws: StoreError.orderKeyReused(key: OrderKey(key))) { try buy("fuel", key: key) }
  }

  @Test mutating func `an unknown product and a wrong quantity are refused`() throws {
    #expect(throws: StoreError.unknownProduct(productID: "boat")) { try buy("boat") }
    #expect(throws: StoreError.self) { try buy("car", quantity: 2) }
  }
}
