import Foundation
import StoreAPI
import StoreOperatorAPI
import Testing

@testable import StoreEngine

/// The numbers are those of the invariants in Ledger+waitingOrders.swift.
@Suite struct WaitingOrderTests {
  private var shop: LedgerFixture

  /// A shop in which orders wait for approval.
  init() throws {
    shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.askToBuy = true
  }

  private var waiting: [WaitingOrder] { shop.waiting }

  @Test mutating func `1: an order that waits charges nothing and has a number of its own`() throws
  {
    #expect(try shop.order("car") == nil)
    let order = try #require(waiting.first)
    #expect(shop.transactions.isEmpty && shop.ledger.owned.isEmpty)
    #expect(order.cause == .askToBuy && order.date == shop.now)

    shop.snapshot.rules.askToBuy = false
    let fuel = try shop.buy("fuel").transactionID

    #expect(fuel > order.number)
    try shop.perform(.approve(orderID: order.number))
    #expect(shop.transactions.map(\.id).contains(order.number) == false)
    #expect(Set(shop.transactions.map(\.productID)) == ["fuel", "car"])
  }

  @Test mutating func `2: a second order of a car shares the fate of the first`() throws {
    let (first, second) = (UUID(), UUID())
    try shop.order("car", key: first)
    #expect(try shop.order("car", key: second) == nil)
    #expect(try shop.order("car", key: second) == nil, "sent again")
    #expect(waiting.count == 1)
    #expect(shop.ledger.settleOrder(OrderKey(second)).isEmpty, "its key stays valid")

    try shop.perform(.approve(orderID: try #require(waiting.first).number))

    let outcome = shop.ledger.outcome(of: OrderKey(first))
    #expect(outcome != nil && shop.ledger.outcome(of: OrderKey(second)) == outcome)
    #expect(try shop.order("car", key: second) == outcome)
    #expect(shop.transactions.count == 1)
  }

  @Test mutating func `2: the key of a second order is closed with the first`() throws {
    let second = UUID()
    try shop.order("car")
    try shop.order("car", key: second)

    try shop.perform(.decline(orderID: try #require(waiting.first).number))

    #expect(throws: StoreError.orderKeyClosed(key: OrderKey(second))) {
      try shop.order("car", key: second)
    }
    #expect(try shop.order("car") == nil, "the customer can ask again")
  }

  @Test mutating func `2: each order of fuel waits`() throws {
    try shop.order("fuel")
    try shop.order("fuel", quantity: 2)

    #expect(waiting.map(\.request.quantity) == [1, 2])
    for order in waiting { try shop.perform(.approve(orderID: order.number)) }
    #expect(shop.transactions.map(\.quantity) == [1, 2])
  }

  @Test mutating func `3: an order is sold at the terms of its approval`() throws {
    try shop.order("car", device: 7)
    let order = try #require(waiting.first)
    shop.snapshot.products["car"]?.price = 12
    try shop.advance(to: "2026-01-01T12:00:00Z")

    try shop.perform(.approve(orderID: order.number))

    let car = try #require(shop.transactions.first)
    #expect(car.price == 12 && car.purchaseDate == shop.now && car.device == 7)
    #expect(waiting.isEmpty)
    #expect(throws: StoreError.orderNotWaiting(orderID: order.number)) {
      try shop.perform(.approve(orderID: order.number))
    }
  }

  @Test mutating func `3: an order that cannot be sold goes on waiting`() throws {
    try shop.order("car")
    let order = try #require(waiting.first)
    let car = shop.snapshot.products.removeValue(forKey: "car")

    #expect(throws: StoreError.unknownProduct(productID: "car")) {
      try shop.perform(.approve(orderID: order.number))
    }
    #expect(waiting == [order])
    shop.snapshot.products["car"] = car
    try shop.perform(.approve(orderID: order.number))
    #expect(shop.ledger.owned.keys.first == "car")
  }

  @Test(arguments: [WaitingCause.askToBuy, .interrupted])
  mutating func `7: what another order has got is not waited for, and not charged again`(
    cause: WaitingCause
  ) throws {
    shop.snapshot.rules.askToBuy = cause == .askToBuy
    shop.snapshot.rules.interruptedPurchases = cause == .interrupted
    let (first, second) = (UUID(), UUID())
    try shop.order("car", key: first)
    try shop.order("car", key: second)
    try shop.order("pro")
    let order = try #require(waiting.first)
    (shop.snapshot.rules.askToBuy, shop.snapshot.rules.interruptedPurchases) = (false, false)

    let car = try shop.buy("car").transactionID

    #expect(waiting.map(\.request.productID) == ["pro"])
    let owned = OrderOutcome(transactionID: car, alreadyOwned: true)
    for key in [first, second] { #expect(shop.ledger.outcome(of: OrderKey(key)) == owned) }
    #expect(shop.balance == "9.99")
    #expect(throws: StoreError.orderNotWaiting(orderID: order.number)) {
      try shop.perform(
        cause == .askToBuy ? .approve(orderID: order.number) : .resolve(orderID: order.number))
    }
  }

  @Test mutating func `7: a plan that is scheduled is not waited for, fuel is`() throws {
    shop.snapshot.rules.askToBuy = false
    try shop.buy("pro")
    shop.snapshot.rules.askToBuy = true
    let premium = UUID()
    try shop.order("premium", key: premium)
    try shop.order("fuel")
    shop.snapshot.rules.askToBuy = false

    let scheduled = try shop.buy("premium")
    try shop.buy("fuel")

    #expect(scheduled.scheduled)
    #expect(shop.ledger.outcome(of: OrderKey(premium)) == scheduled)

    #expect(waiting.map(\.request.productID) == ["fuel"])
  }

  @Test mutating func `4: a declined order is not sold, and its key is closed`() throws {
    let key = UUID()
    try shop.order("car", key: key)

    try shop.perform(.decline(orderID: try #require(waiting.first).number))

    #expect(shop.transactions.isEmpty && waiting.isEmpty)
    #expect(throws: StoreError.orderKeyClosed(key: OrderKey(key))) {
      try shop.order("car", key: key)
    }
  }

  @Test mutating func `4: an interrupted order ends if its customer does not take the step`() throws
  {
    shop.snapshot.rules.askToBuy = false
    shop.snapshot.rules.interruptedPurchases = true
    try shop.order("pro")
    let order = try #require(waiting.first)

    try shop.perform(.decline(orderID: order.number))

    #expect(shop.transactions.isEmpty && waiting.isEmpty)
    #expect(
      shop.ledger.unapprovedOrders == ["pro": UnapprovedOrder(order: order, outcome: .declined)])
  }

  @Test mutating func `5: an order that nobody approves lapses after 24 hours, at that time`()
    throws
  {
    try shop.order("car")
    let order = try #require(waiting.first)
    try shop.advance(to: "2026-01-01T23:59:59Z")
    #expect(waiting == [order])

    try shop.advance(to: "2026-03-01")

    let last = try #require(shop.draft.changes.last)
    #expect(last.event == .orderLapsed(number: order.number))
    #expect(LedgerFixture.day(last.date) == "2026-01-02")
    #expect(throws: StoreError.orderNotWaiting(orderID: order.number)) {
      try shop.perform(.approve(orderID: order.number))
    }
  }

  @Test mutating func `5: an interrupted order waits until it is resolved`() throws {
    shop.snapshot.rules.askToBuy = false
    shop.snapshot.rules.interruptedPurchases = true
    try shop.order("pro")
    let order = try #require(waiting.first)
    try shop.advance(to: "2026-03-01")
    #expect(order.cause == .interrupted && waiting == [order])
    #expect(throws: StoreError.orderNotWaiting(orderID: order.number)) {
      try shop.perform(.approve(orderID: order.number))
    }

    try shop.perform(.resolve(orderID: order.number))

    #expect(shop.periods == ["2026-03-01"])
  }

  @Test mutating func `6: an order for what is owned does not wait`() throws {
    shop.snapshot.rules.askToBuy = false
    try shop.buy("car")
    shop.snapshot.rules.askToBuy = true

    #expect(try shop.order("car")?.alreadyOwned == true)
    #expect(waiting.isEmpty)
  }

  @Test mutating func `what was not approved is remembered until the product is ordered again`()
    throws
  {
    for id in ["car", "fuel"] { try shop.order(id) }
    let (car, fuel) = (waiting[0], waiting[1])

    try shop.perform(.decline(orderID: car.number))
    try shop.advance(to: "2026-01-02")

    #expect(
      shop.ledger.unapprovedOrders == [
        "car": UnapprovedOrder(order: car, outcome: .declined),
        "fuel": UnapprovedOrder(order: fuel, outcome: .lapsed),
      ])
    try shop.order("car")
    shop.snapshot.rules.askToBuy = false
    try shop.buy("fuel")
    #expect(shop.ledger.unapprovedOrders.isEmpty)
  }

  @Test mutating func `an order with the wrong terms is refused and does not wait`() throws {
    #expect(throws: StoreError.unknownProduct(productID: "boat")) { try shop.order("boat") }
    #expect(throws: StoreError.invalidQuantity(2, allowed: 1...1)) {
      try shop.order("car", quantity: 2)
    }
    var quote = try shop.quote("car")
    quote.charge = 1
    #expect(throws: StoreError.quoteChanged(quote: try shop.quote("car"))) {
      try shop.order("car", quote: quote)
    }
    #expect(waiting.isEmpty)
  }

  @Test mutating func `another order under the key of one that waits is refused`() throws {
    let key = UUID()
    try shop.order("car", key: key)

    #expect(throws: StoreError.orderKeyReused(key: OrderKey(key))) {
      try shop.order("fuel", key: key)
    }
  }

  @Test mutating func `the app's decision about an introductory offer is kept meanwhile`() throws {
    try shop.order("pro", offer: .introductory(isAllowed: false))

    try shop.perform(.approve(orderID: try #require(waiting.first).number))

    #expect(shop.prices == ["4.99"])
  }

  @Test mutating func `fuel that waits is delivered by another device once its own was removed`()
    throws
  {
    try shop.order("fuel", device: 1)
    try shop.order("car", device: 1)

    shop.draft.record(silent: shop.ledger.reassign(to: [2, 3]), at: shop.now)
    for order in waiting { try shop.perform(.approve(orderID: order.number)) }

    let fuel = try #require(shop.transactions.first { $0.productID == "fuel" })
    #expect(fuel.device == 2)
    #expect(shop.ledger.reassign(to: [2, 3]).isEmpty)
  }

  @Test mutating func `a subscription that is due with an order comes first`() throws {
    shop.snapshot.rules.askToBuy = false
    try shop.buy("premium.plus")
    shop.snapshot.rules.askToBuy = true
    try shop.advance(to: "2026-01-31")
    try shop.order("car")

    try shop.advance(to: "2026-02-01")

    #expect(shop.periods == ["2026-01-01", "2026-02-01"])
    let order = shop.draft.changes.last?.event
    guard case .orderLapsed = order else {
      Issue.record("\(String(describing: order))")
      return
    }
  }
}

extension LedgerFixture {
  /// The orders that wait, in the order of their numbers.
  fileprivate var waiting: [WaitingOrder] {
    ledger.waitingOrders.values.sorted { $0.number < $1.number }
  }
}
