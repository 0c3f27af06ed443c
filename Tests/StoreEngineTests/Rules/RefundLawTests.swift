import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// Laws that hold however often the operator refunds and expires; a failure names its seed.
///
/// `LEDGER_HISTORIES` sets how many histories: 300 when it is not set.
@Suite struct RefundLawTests {
  static let seeds =
    1...(ProcessInfo.processInfo.environment["LEDGER_HISTORIES"].flatMap(Int.init) ?? 300)

  @Test func `9: nobody gets back more than was paid, nor half of a refund`() throws {
    for seed in Self.seeds {
      for transaction in try history(seed).transactions {
        #expect((0...transaction.price).contains(transaction.refunded), "seed \(seed)")
        #expect(
          transaction.revocation == nil || transaction.refunded == transaction.price, "seed \(seed)"
        )
        #expect(
          transaction.refunded == 0 || transaction.isUpgraded || transaction.revocation != nil,
          "seed \(seed)")
      }
    }
  }

  @Test func `9: a subscription is revoked exactly when its last transaction is`() throws {
    for seed in Self.seeds {
      let shop = try history(seed)
      guard let subscription = shop.subscription else { continue }
      let transaction = shop.ledger.current(subscription.transactionID)
      #expect(subscription.revocationDate == transaction.revocation?.date, "seed \(seed)")
      #expect(subscription.expirationDate == transaction.period?.expirationDate, "seed \(seed)")
      #expect((subscription.dueDate == nil) == !subscription.isActive, "seed \(seed)")
    }
  }

  @Test func `a car is owned exactly while a transaction of it stands`() throws {
    for seed in Self.seeds {
      let shop = try history(seed)
      let standing = shop.transactions.filter { $0.type == .nonConsumable && $0.revocation == nil }
      #expect(standing.count <= 1, "seed \(seed)")
      #expect(shop.ledger.owned["car"] == standing.first?.id, "seed \(seed)")
    }
  }

  @Test func `2: no service begins before the service before it has ended`() throws {
    for seed in Self.seeds {
      let periods = try history(seed).transactions.filter { $0.period != nil }
      for (period, next) in zip(periods, periods.dropFirst()) where !period.isUpgraded {
        let end = try #require(period.period?.expirationDate)
        let serviceEnd = period.revocation.map { min($0.date, end) } ?? end
        #expect(next.purchaseDate >= serviceEnd, "seed \(seed)")
      }
    }
  }

  @Test func `7: at most one first purchase has an introductory price`() throws {
    for seed in Self.seeds {
      let introductory = try history(seed).transactions.filter {
        $0.period?.offer?.type == .introductory && $0.reason == .purchase
      }
      #expect(introductory.count <= 1, "seed \(seed)")
    }
  }

  @Test func `replaying the events gives the same ledger`() throws {
    for seed in Self.seeds {
      let shop = try history(seed)
      var replayed = Ledger(customer: shop.ledger.customer)
      for change in shop.draft.changes { replayed.apply(change.event) }
      #expect(replayed == shop.ledger, "seed \(seed)")
    }
  }

  @Test func `the histories do contain what the laws speak of`() throws {
    let events = try Self.seeds.flatMap { try history($0).draft.changes.map(\.event) }
    let revocations = events.compactMap { event -> RevocationType? in
      guard case .refunded(_, _, let revocation) = event else { return nil }
      return revocation.type
    }
    #expect(Set(revocations) == [.refundFull, .refundProrated])
    #expect(events.contains { if case .cutShort = $0 { true } else { false } })
  }

  /// Thirty random purchases, refunds and expiries over some years.
  private func history(_ seed: Int) throws -> Shop {
    var shop = try Shop("2024-01-31")
    var generator = SeededGenerator(seed: UInt64(seed))
    let products = shop.market.products.keys.sorted()
    for _ in 0..<30 {
      shop.advance(
        to: shop.now.addingTimeInterval(TimeInterval(generator.next() % 2_500_000)))
      switch generator.next() % 4 {
      case 0: try refund(any(of: shop.transactions.map(\.id), &generator), in: &shop)
      case 1 where shop.subscription?.isActive == true && generator.next() % 3 == 0:
        try shop.expire(try #require(shop.subscription?.productID))
      default: try shop.buy(try #require(any(of: products, &generator)))
      }
    }
    return shop
  }

  private func any<Element>(of list: [Element], _ generator: inout SeededGenerator) -> Element? {
    list.isEmpty ? nil : list[Int(generator.next() % UInt64(list.count))]
  }

  /// What was refunded before, or was free, is refused and stays as it is.
  private func refund(_ id: TransactionID?, in shop: inout Shop) throws {
    guard let id else { return }
    do {
      try shop.refund(id)
    } catch StoreFault.alreadyRefunded, StoreFault.nothingToRefund {}
  }
}
