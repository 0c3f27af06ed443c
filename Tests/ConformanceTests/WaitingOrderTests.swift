import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct WaitingOrderTests {
  @Test(arguments: Site.allCases)
  func `an approved order reaches every instance, also the one that ordered`(site: Site)
    async throws
  {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let other = try await store.backend(of: registration)
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    var own = try await alpha.newEvents()
    var others = try await other.newEvents()
    let key = OrderKey(UUID())

    let result = try await alpha.buy("nonconsumable.car", key: key.uuid.uuid).value

    #expect(result == .pending)
    #expect(try await alpha.settle(key).value == .pending)
    #expect(try await alpha.purchases().value.latest.isEmpty)
    let order = try #require(try await store.orders().first)
    #expect(order.account == "alice" && order.productID == "nonconsumable.car")
    #expect(order.cause == .askToBuy && order.date == .fixture)
    guard
      case .orderSold(order.decided, let sold, false, false) =
        try await store.operator.perform(.approve(orderID: order.id)).value
    else { throw FixtureError(text: "it was not sold") }
    #expect(sold.id != order.id)
    #expect(try await own.nextTransaction() == sold.id)
    #expect(try await own.next()?.value.change == .orders, "it no longer waits")
    #expect(try await others.nextTransaction() == sold.id)
    #expect(try await store.orders() == [])
    #expect(try await alpha.orders().isEmpty)
    guard case .purchased(let purchase) = try await alpha.settle(key).value else {
      throw FixtureError(text: "its key was not settled")
    }
    let transaction = try TransactionPayload.decoded(from: purchase.signedTransaction)
    #expect(transaction.transactionId == sold.id)
  }

  @Test(arguments: Site.allCases)
  func `fuel that was approved is delivered by the device that ordered it`(site: Site) async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    let order = Order(
      key: OrderKey(UUID()), productID: "consumable.fuel.octane87", simulatesAskToBuy: true)
    #expect(try await alpha.purchase(order).value == .pending)

    let waiting = try #require(try await store.orders().first)
    _ = try await store.operator.perform(.approve(orderID: waiting.id))

    #expect(try await alpha.unfinishedIDs().count == 1)
    #expect(try await beta.unfinishedIDs().isEmpty)
  }

  @Test(arguments: Site.allCases)
  func `a declined order and one that lapsed close their keys`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    let (declined, lapsed) = (OrderKey(UUID()), OrderKey(UUID()))
    try await alpha.buy("nonconsumable.car", key: declined.uuid.uuid)
    let order = try #require(try await store.orders().first)

    let result = try await store.operator.perform(.decline(orderID: order.id)).value
    try await alpha.buy("nonconsumable.racecar", key: lapsed.uuid.uuid)
    let advance = try await store.advance("P1D")

    #expect(result == .orderDeclined(order: order.decided))
    #expect(advance.events == 1)
    for key in [declined, lapsed] {
      #expect(try await alpha.settle(key).value == nil)
      await #expect(throws: StoreError.orderKeyClosed(key: key)) {
        try await alpha.buy("nonconsumable.car", key: key.uuid.uuid)
      }
    }
    await #expect(throws: StoreError.orderNotWaiting(orderID: order.id)) {
      try await store.operator.perform(.approve(orderID: order.id))
    }
  }

  @Test(arguments: Site.allCases)
  func `an interrupted order is completed by resolving it, however long it has waited`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let settings = try await store.operator.perform(.setInterruptedPurchases(isOn: true)).value
    #expect(
      settings
        == .settings(
          values: OperatorSettings(rules: .interrupting, storefront: "USA", locale: "en_US")))
    #expect(try await alpha.buy("subscription.pro").value == .pending)
    try await store.advance("P1M")
    let order = try #require(try await store.orders().first)
    await #expect(throws: StoreError.orderNotWaiting(orderID: order.id)) {
      try await store.operator.perform(.approve(orderID: order.id))
    }

    _ = try await store.operator.perform(.resolve(orderID: order.id))

    #expect(order.cause == .interrupted)
    #expect(try await alpha.purchases().value.subscriptions.count == 1)
  }

  @Test(arguments: Site.allCases)
  func `an interrupted order ends by declining it, or when the product is bought again`(site: Site)
    async throws
  {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let beta = try await store.backend(of: registration)
    _ = try await store.operator.perform(.setInterruptedPurchases(isOn: true))
    try await alpha.buy("nonconsumable.car")
    try await alpha.buy("nonconsumable.racecar")
    let orders = try await store.orders()
    _ = try await store.operator.perform(.setInterruptedPurchases(isOn: false))
    var updates = try await beta.newEvents()

    let result = try await store.operator.perform(.decline(orderID: orders[0].id)).value
    #expect(try await updates.next()?.value.change == .orders)
    guard case .purchased(let bought) = try await alpha.buy("nonconsumable.racecar").value else {
      throw FixtureError(text: "it was not sold")
    }

    #expect(result == .orderDeclined(order: orders[0].decided))
    #expect(!bought.alreadyOwned)
    #expect(try await updates.nextTransaction() != nil)
    #expect(try await updates.next()?.value.change == .orders)
    #expect(try await store.orders() == [])
    #expect(try await alpha.orders() == ["nonconsumable.car declined"])
  }

  @Test(arguments: Site.allCases)
  func `an order of a plan no longer waits when another device schedules the plan`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    try await alpha.buy("subscription.pro")
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    try await alpha.buy("subscription.standard")
    _ = try await store.operator.perform(.setAskToBuy(isOn: false))
    #expect(try await alpha.orders() == ["subscription.standard waiting"])
    var updates = try await alpha.newEvents()

    try await beta.buy("subscription.standard")

    var changes: [StoreUpdate.Change] = []
    while !changes.contains(.orders) {
      changes.append(try #require(try await updates.next()).value.change)
    }
    #expect(try await alpha.orders() == [])
  }

  @Test(arguments: Site.allCases)
  func `a product that was withdrawn is not sold, and its order goes on waiting`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    try await alpha.buy("nonconsumable.car")
    let order = try #require(try await store.orders().first)
    _ = try await store.operator.perform(.withdraw(productID: "nonconsumable.car"))

    await #expect(throws: StoreError.unknownProduct(productID: "nonconsumable.car")) {
      try await store.operator.perform(.approve(orderID: order.id))
    }

    #expect(try await store.orders() == [order.decided], "nobody can say what it costs")
  }

  @Test(arguments: Site.allCases)
  func `the list says what each order would cost now`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.premium")
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    let fuel = Order(key: OrderKey(UUID()), productID: "consumable.fuel.octane87", quantity: 3)
    #expect(try await alpha.purchase(fuel).value == .pending)
    try await alpha.buy("subscription.pro")
    try await alpha.buy("subscription.standard")
    _ = try await store.operator.perform(
      .setPrice(productID: "subscription.pro", price: 7, policy: .inform))

    let orders = try await store.orders()

    #expect(orders.map(\.quantity) == [3, 1, 1])
    #expect(orders.map(\.charge) == [Decimal(string: "2.97"), 7, 0])
    #expect(orders.map(\.currency) == ["USD", "USD", "USD"])
    #expect(orders.map(\.isShared) == [nil, nil, nil])
  }

  @Test(arguments: Site.allCases)
  func `an approval says whether it was charged, is scheduled, or was owned already`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let pro = SubscriptionReference.product("subscription.pro", account: "alice")
    func approval(of product: String, before: OperatorCommand? = nil) async throws -> [Bool?] {
      _ = try await store.operator.perform(.setAskToBuy(isOn: true))
      #expect(try await alpha.buy(product).value == .pending)
      _ = try await store.operator.perform(.setAskToBuy(isOn: false))
      if let before { _ = try await store.operator.perform(before) }
      let order = try #require(try await store.orders().first)
      let result = try await store.operator.perform(.approve(orderID: order.id)).value
      guard case .orderSold(_, _, let alreadyOwned, let scheduled) = result else { return [] }
      return [alreadyOwned, scheduled]
    }

    #expect(try await approval(of: "subscription.pro") == [false, false])
    _ = try await store.operator.perform(.disableAutoRenew(subscription: pro))
    let resumed = try await approval(
      of: "subscription.pro", before: .enableAutoRenew(subscription: pro))
    #expect(resumed == [true, false])
    #expect(try await approval(of: "subscription.standard") == [false, true])
  }

  @Test(arguments: Site.allCases)
  func `a second order of a product answers pending and does not wait itself`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    let second = OrderKey(UUID())
    try await alpha.buy("subscription.pro")

    #expect(try await beta.buy("subscription.pro", key: second.uuid.uuid).value == .pending)
    #expect(try await beta.settle(second).value == .pending)
    let order = try #require(try await store.orders().first)
    #expect(try await store.orders().count == 1)
    _ = try await store.operator.perform(.approve(orderID: order.id))

    guard case .purchased = try await beta.settle(second).value else {
      throw FixtureError(text: "its key was not settled")
    }
    #expect(try await store.operator.transactions(account: nil).value.count == 1)
  }

  @Test(arguments: Site.allCases)
  func `every device knows what waits and what became of it, until it is ordered again`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    var updates = try await beta.newEvents()
    try await alpha.buy("nonconsumable.car")
    try await alpha.buy("nonconsumable.racecar")
    #expect(try await updates.next()?.value.change == .orders)
    let (car, racecar) = (try await store.orders()[0], try await store.orders()[1])
    #expect(
      try await beta.orders() == ["nonconsumable.car waiting", "nonconsumable.racecar waiting"])

    _ = try await store.operator.perform(.decline(orderID: car.id))
    try await store.advance("P1D")

    #expect(
      try await beta.orders() == ["nonconsumable.car declined", "nonconsumable.racecar lapsed"])
    try await alpha.buy("nonconsumable.car")
    _ = try await store.operator.perform(.setAskToBuy(isOn: false))
    try await beta.buy("nonconsumable.racecar")
    #expect(try await beta.orders() == ["nonconsumable.car waiting"])
    #expect(try await beta.purchases().value.orders?.first?.date == store.operator.clock().now)
    #expect(racecar.date == .fixture)
  }

  @Test(arguments: Site.allCases)
  func `a reset forgets the orders that wait`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    try await alpha.buy("nonconsumable.car")

    _ = try await store.operator.reset()

    #expect(try await store.orders() == [])
    #expect(try await store.advance("P1M").events == 0)
  }
}

extension ContractStore {
  /// The orders that wait.
  fileprivate func orders() async throws -> [OperatorOrder] {
    guard case .orders(let list) = try await `operator`.perform(.orders).value else { return [] }
    return list
  }
}

extension OperatorOrder {
  /// The order without what it would cost, as the answer to a decision has it.
  fileprivate var decided: OperatorOrder {
    var order = self
    (order.charge, order.currency) = (nil, nil)
    return order
  }
}

extension AsyncIteratorProtocol where Element == Answer<StoreUpdate> {
  /// The ID of the next transaction among the updates.
  fileprivate mutating func nextTransaction() async throws -> TransactionID? {
    while let update = try await next() {
      if case .transaction = update.value.change { return try update.transaction().transactionId }
    }
    return nil
  }
}

extension StoreBackend {
  /// The orders among the purchases, for example "nonconsumable.car waiting".
  fileprivate func orders() async throws -> [String] {
    try await purchases().value.orders?.map { "\($0.productID) \($0.state)" } ?? []
  }
}

extension StoreRules {
  fileprivate static var interrupting: StoreRules {
    var rules = StoreRules()
    rules.interruptedPurchases = true
    return rules
  }
}
