import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The numbers are those of the invariants in Subscription.swift.
@Suite struct RefundTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  @Test mutating func `a refunded car is no longer owned, and can be bought again`() throws {
    let first = try shop.buy("car").transactionID
    try shop.advance(to: "2026-01-05")

    let refunded = try shop.refund(first)

    #expect(
      refunded.revocation
        == .init(date: shop.now, reason: .other, type: .refundFull, percentage: 100_000))
    #expect(shop.ledger.owned.isEmpty)
    #expect(try shop.quote("car").effect == .purchase)
    let second = try shop.buy("car")
    #expect(!second.alreadyOwned && second.transactionID > first)
    #expect(shop.ledger.owned == ["car": second.transactionID])
    #expect(shop.balance == "9.99")
  }

  @Test(arguments: ["fuel", "pass"])
  mutating func `fuel and passes are refunded for the whole quantity`(product: String) throws {
    let id = try shop.buy(product, quantity: 3).transactionID

    let refunded = try shop.refund(id)

    #expect(refunded.revocation?.type == .refundFull)
    #expect(refunded.refunded == refunded.price)
    #expect(shop.balance == "0")
  }

  @Test mutating func `5: a refund of the latest period ends access, and nothing renews`() throws {
    try shop.buy("premium.plus")
    try shop.advance(to: "2026-02-10")
    let latest = try #require(shop.subscription?.transactionID)

    try shop.refund(latest)

    let subscription = try #require(shop.subscription)
    #expect(subscription.revocationDate == shop.now)
    #expect(!subscription.isActive && !subscription.willAutoRenew)
    #expect(subscription.dueDate == nil)
    #expect(subscription.expirationIntent == nil)
    #expect(LedgerFixture.day(subscription.expirationDate) == "2026-03-01")
    try shop.advance(to: "2027-01-01")
    #expect(shop.periods == ["2026-01-01", "2026-02-01"])
    #expect(shop.balance == "3.49")
  }

  @Test mutating func `9: a refund of an earlier period affects that period only`() throws {
    let first = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-02-10")
    let before = shop.subscription

    let refunded = try shop.refund(first)

    #expect(refunded.revocation?.type == .refundFull)
    #expect(shop.subscription == before)
    try shop.advance(to: "2026-03-10")
    #expect(shop.periods == ["2026-01-01", "2026-02-01", "2026-03-01"])
    #expect(shop.balance == "6.98")
  }

  @Test
  mutating func `9: a refund of an upgraded period returns what the upgrade has not refunded`()
    throws
  {
    let old = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-01-25")
    try shop.buy("pro")
    let before = shop.subscription
    #expect(shop.ledger.current(old).refunded == Decimal(string: "0.79"))

    let refunded = try shop.refund(old)

    #expect(refunded.refunded == refunded.price)
    #expect(refunded.revocation?.type == .refundProrated)
    #expect(refunded.revocation?.percentage == 77_364, "2.70 of 3.49")
    #expect(shop.subscription == before)
    #expect(shop.subscription?.isActive == true)
    #expect(shop.balance == "4.99")
  }

  @Test mutating func `a free trial can be refunded: the amount is 0, and the service ends`() throws
  {
    let free = try shop.buy("standard").transactionID

    let refunded = try shop.refund(free)

    #expect(refunded.refunded == 0)
    #expect(refunded.revocation?.type == .refundFull)
    #expect(refunded.revocation?.percentage == 100_000)
    #expect(shop.subscription?.isActive == false)
    #expect(shop.subscription?.revocationDate == shop.now)
    #expect(shop.notified.last?.type == "REFUND")
    #expect(throws: StoreError.alreadyRefunded(transactionID: free, date: shop.now)) {
      try shop.refund(free)
    }
  }

  @Test
  mutating func `nothing is left to refund of a period that was upgraded at once, free or paid`()
    throws
  {
    let free = try shop.buy("standard").transactionID
    let old = try shop.buy("premium.plus").transactionID
    try shop.buy("pro")

    for id in [free, old] {
      #expect(throws: StoreError.nothingToRefund(transactionID: id)) { try shop.refund(id) }
    }
    #expect(shop.subscription?.isActive == true)
  }

  @Test mutating func `a refunded transaction and another customer's cannot be refunded`() throws {
    let car = try shop.buy("car").transactionID
    try shop.refund(car)
    let date = shop.now
    try shop.advance(to: "2026-01-05")
    let other = TransactionID(rawValue: 2_000_000_001)

    #expect(throws: StoreError.alreadyRefunded(transactionID: car, date: date)) {
      try shop.refund(car)
    }
    #expect(throws: StoreError.unknownTransaction(transactionID: other)) { try shop.refund(other) }
    #expect(shop.balance == "0")
  }

  @Test mutating func `3: a revoked plan can be bought again at once, under its original ID`()
    throws
  {
    let first = try shop.buy("premium.plus").transactionID
    try shop.refund(first)

    let second = try shop.buy("premium.plus")

    #expect(!second.alreadyOwned)
    #expect(shop.subscription?.isActive == true)
    #expect(shop.subscription?.revocationDate == nil)
    #expect(shop.subscription?.originalID == first)
    try shop.advance(to: "2026-02-02")
    #expect(shop.balance == "6.98")
  }

  @Test mutating func `a plan that has expired can still be revoked`() throws {
    let id = try shop.buy("premium.plus").transactionID
    try shop.disableAutoRenew("premium.plus")
    try shop.advance(to: "2026-02-10")

    try shop.refund(id)

    #expect(shop.subscription?.revocationDate == shop.now)
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
  }

  @Test mutating func `a series ends with the service when a year is revoked in its first month`()
    throws
  {
    let id = try shop.buy("premium.yearly").transactionID
    try shop.advance(to: "2026-02-01")
    try shop.refund(id)
    try shop.advance(to: "2026-05-01")

    try shop.buy("premium.plus")

    #expect(shop.subscription?.recentSubscriptionStartDate == shop.now)
  }

  @Test(arguments: [
    ("fuel", "1"), ("car", "5"), ("pass", "2.5"), ("premium.plus", "1.75"),
  ])
  mutating func `half a refund gives half the price back, rounded, and takes away what it paid for`(
    product: String, half: String
  ) throws {
    let id = try shop.buy(product).transactionID

    let refunded = try shop.refund(id, percentage: 50_000)

    #expect("\(refunded.refunded)" == half)
    #expect(refunded.refundAmount == refunded.refunded)
    #expect(
      refunded.revocation
        == .init(date: shop.now, reason: .other, type: .refundProrated, percentage: 50_000))
    #expect(shop.ledger.owned.isEmpty && shop.subscription?.isActive != true)
    #expect(throws: StoreError.alreadyRefunded(transactionID: id, date: shop.now)) {
      try shop.refund(id)
    }
  }

  @Test mutating func `a third of three is one of three, to the cent`() throws {
    let id = try shop.buy("fuel", quantity: 3).transactionID

    let refunded = try shop.refund(id, percentage: 33_333)

    #expect(refunded.revocation?.percentage == 33_333)
    #expect(shop.balance == "3.98")
  }

  @Test mutating func `a hundred percent is a full refund`() throws {
    let refunded = try shop.refund(try shop.buy("car").transactionID, percentage: 100_000)

    #expect(refunded.revocation?.type == .refundFull)
    #expect(shop.balance == "0")
  }

  @Test mutating func `9: a part of an upgraded period is at most what the upgrade has left of it`()
    throws
  {
    let old = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-01-25")
    try shop.buy("pro")
    var other = shop

    let most = try shop.refund(old, percentage: 90_000)
    let half = try other.refund(old, percentage: 50_000)

    #expect(most.refunded == most.price)
    #expect(most.revocation?.percentage == 77_364, "2.70 of 3.49")
    #expect("\(half.refunded)" == "2.54", "0.79 of the upgrade, and 1.75")
    #expect(half.revocation?.percentage == 50_000)
  }

  @Test(arguments: [-1, 0, 100_001, 1] as [Int32])
  mutating func `a part of nothing, of more than all, or of less than a cent cannot be refunded`(
    percentage: Int32
  ) throws {
    let car = try shop.buy("car").transactionID

    #expect(throws: StoreError.invalidRefundPercentage(percentage: percentage)) {
      try shop.refund(car, percentage: percentage)
    }
    #expect(shop.balance == "9.99" && shop.ledger.owned["car"] == car)
  }

  @Test mutating func `yen have no smaller coins, and keep their currency`() throws {
    shop.snapshot.storefront = NaiveCurrency.yen.storefront
    shop.snapshot.products["car"]?.price = 301
    shop.snapshot.products["car"]?.currency = "JPY"
    let car = try shop.buy("car").transactionID

    #expect(try shop.refund(car, percentage: 50_000).refunded == 151)
  }

  @Test mutating func `a refund because of the app says so, and its reversal restores everything`()
    throws
  {
    let car = try shop.buy("car").transactionID
    let before = shop.ledger.current(car)

    let refunded = try shop.refund(car, reason: .developerIssue, percentage: 25_000)
    try shop.perform(.reverseRefund(transactionID: car))

    #expect(refunded.revocation?.reason == .developerIssue)
    #expect(shop.ledger.current(car) == before)
    #expect(shop.balance == "9.99" && shop.ledger.owned["car"] == car)
  }
}
