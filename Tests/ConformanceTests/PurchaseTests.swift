import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct PurchaseTests {
  @Test(arguments: Site.allCases)
  func `every kind of product can be bought`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")

    let fuel = try await alpha.buy("consumable.fuel.octane87", quantity: 3).transaction()
    let car = try await alpha.buy("nonconsumable.car").transaction()
    let pass = try await alpha.buy("nonRenewing.standard").transaction()
    let pro = try await alpha.buy("subscription.pro").transaction()

    #expect(fuel.type == .consumable && fuel.quantity == 3)
    #expect(car.type == .nonConsumable && car.expiresDate == nil)
    #expect(pass.type == .nonRenewable && pass.expiresDate == nil)
    #expect(pro.type == .autoRenewable && pro.offerType == .introductory)
    #expect(
      [fuel, car, pass, pro].map(\.transactionId.rawValue) == [
        2_000_000_001, 2_000_000_002, 2_000_000_003, 2_000_000_004,
      ])
  }

  @Test(arguments: Site.allCases)
  func `an order whose answer was lost is charged once`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let key = UUID()

    let first = try await alpha.buy("nonRenewing.standard", key: key).transaction()
    let again = try await alpha.buy("nonRenewing.standard", key: key).transaction()
    let settled = try await alpha.settle(OrderKey(key)).value

    #expect(first.transactionId == again.transactionId)
    guard case .purchased(let purchase) = settled else {
      throw FixtureError(text: "\(String(describing: settled))")
    }
    #expect(try purchase.transaction().transactionId == first.transactionId)
    #expect(try await store.operator.transactions(account: nil).value.count == 1)
  }

  @Test(arguments: Site.allCases)
  func `an order is answered with what the customer has bought then`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    try await alpha.buy("nonconsumable.car")
    let key = UUID()

    let first = try await alpha.buy("subscription.standard", key: key).purchase()
    let purchases = try await alpha.purchases().value

    #expect(first.purchases == purchases)
    #expect(purchases.latest.count == 2)
    #expect(purchases.subscriptions.map(\.signedTransaction) == [first.signedTransaction])
    #expect(try await alpha.buy("subscription.standard", key: key).purchase() == first)
    #expect(try await alpha.settle(OrderKey(key)).value == .purchased(first))
  }

  @Test(arguments: Site.allCases)
  func `an order of a consumable is answered without them: it adds nothing`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    let before = try await alpha.purchases().value

    let fuel = try await alpha.buy("consumable.fuel.octane87").purchase()

    #expect(fuel.purchases == nil)
    var after = try await alpha.purchases().value
    after.sequence = before.sequence
    #expect(after == before)
  }

  @Test(arguments: Site.allCases)
  func `every answer to a device names what is sold, and an update does when it changes`(
    site: Site
  ) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let id = "nonconsumable.car"
    var updates = alpha.updates(after: registration.sequence).makeLimitedIterator()
    let begun = try await updates.next()?.catalogue
    let order = Order(key: OrderKey(UUID()), productID: id)
    let names = [
      try await alpha.storefront().catalogue, try await alpha.productIDs().catalogue,
      try await alpha.products([id]).catalogue,
      try await alpha.quote(id, quantity: 1, offer: nil).catalogue,
      try await alpha.purchase(order).catalogue, try await alpha.settle(order.key).catalogue,
      try await alpha.purchases().catalogue,
      try await alpha.unfinished(after: nil, limit: 1).catalogue,
      try await alpha.transactions(TransactionsRequest()).catalogue,
      try await alpha.finish([]).catalogue, try await alpha.appTransaction().catalogue,
    ]
    #expect(begun != nil && Set(names) == [begun])

    _ = try await store.operator.perform(.withdraw(productID: id))

    let change = try await updates.next()
    #expect(change?.value.change == .products)
    #expect(change?.catalogue != begun)
    #expect(try await alpha.products([id]).catalogue == change?.catalogue)
  }

  @Test(arguments: Site.allCases)
  func `settling an order that never arrived closes its key for good`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let key = UUID()

    #expect(try await alpha.settle(OrderKey(key)).value == nil)
    #expect(try await alpha.settle(OrderKey(key)).value == nil)
    await #expect(throws: StoreError.orderKeyClosed(key: OrderKey(key))) {
      try await alpha.purchase(Order(key: OrderKey(key), productID: "nonconsumable.car"))
    }
  }

  @Test(arguments: Site.allCases)
  func `a product is sold at its quote`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let quote = try await alpha.quote("subscription.pro", quantity: 1, offer: nil).value

    let order = Order(key: OrderKey(UUID()), productID: "subscription.pro", quote: quote)
    let transaction = try await alpha.purchase(order).transaction()

    #expect(transaction.price == quote.charge.milliunits)
    #expect(quote.effect == .subscribe(renewalDate: try #require(transaction.expiresDate)))
  }

  @Test(arguments: Site.allCases)
  func `a store with the same seed signs the same transactions`(site: Site) async throws {
    var runs: [[TransactionPayload]] = []
    for _ in 0..<2 {
      let store = try await ContractStore.make(at: site)
      let (alpha, _) = try await store.device("alpha")
      try await alpha.buy("subscription.pro")
      try await store.advance("P3M")
      runs.append(
        try await alpha.transactions(of: nil, includingFinishedConsumables: true).value
          .map { try .decoded(from: $0) })
    }

    #expect(runs[0] == runs[1])
    #expect(runs[0].count == 3)
  }
}
