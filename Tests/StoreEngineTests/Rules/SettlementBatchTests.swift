import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// The invariants of `SettlementBatch.swift`, whose numbers the tests name.
@Suite struct SettlementBatchTests {
  @Test func `1 all customers' plans are settled in the order of their due dates`() throws {
    let shop = try Customers([3: "2026-01-10", 1: "2026-01-20", 2: "2026-01-10"])

    let batch = try shop.settled(until: "2026-03-15")

    let days = batch.periods.map { "\($0.customer.rawValue) \(LedgerFixture.day($0.change.date))" }
    #expect(
      days == [
        "2 2026-02-10", "3 2026-02-10", "1 2026-02-20", "2 2026-03-10", "3 2026-03-10",
      ])
    #expect(batch.progress.count == 5)
    #expect(try batch.progress.lastDueDate == LedgerFixture.date("2026-03-10"))
  }

  @Test
  func `1 of one customer's plans that are due at once, the group with the lower ID is first`()
    throws
  {
    var snapshot = CatalogueSnapshot.test
    for (id, group) in [("radio", "b"), ("atlas", "a"), ("zoo", "c")] {
      var plan = StoreProduct.plan(id, level: 1, price: "1.99")
      plan.subscription?.groupID = group
      snapshot.products[id] = plan
    }
    var fixture = try LedgerFixture("2026-01-10")
    fixture.snapshot = snapshot
    for id in ["radio", "zoo", "atlas"] { try fixture.buy(id) }

    let batch = try Customers(ledgers: [fixture.ledger.customer: fixture.ledger])
      .settled(until: "2026-02-10", in: { _ in snapshot })

    #expect(batch.plans == ["atlas", "radio", "zoo"])
  }

  @Test func `2 a customer with 600 due renewals is loaded once`() throws {
    let shop = try Customers([1: "2026-01-10"])
    var loaded = 0

    let batch = try shop.settled(until: "2076-01-10") { loaded += 1 }

    #expect(batch.progress.count == 600)
    #expect(loaded == 1)
  }

  @Test func `2 a customer is not loaded before its turn comes`() throws {
    let shop = try Customers([1: "2026-01-10", 2: "2026-01-11", 3: "2026-01-12"])
    var loaded = 0

    let batch = try shop.settled(until: "2027-01-10", limit: 2) { loaded += 1 }

    #expect(batch.customers.map(\.rawValue).sorted() == [1, 2])
    #expect(loaded == 2)
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `3 batches of any size record the same changes`(limit: Int) throws {
    let shop = try Customers([1: "2026-01-31", 2: "2026-01-10", 3: "2026-02-28"])
    let once = try shop.settled(until: "2027-03-31")

    let changes = try shop.changes(until: "2027-03-31", inBatchesOf: limit) { batch, ledgers in
      for change in batch.changes { ledgers[change.customer]?.apply(change.change.event) }
    }

    #expect(changes == once.changes)
    #expect(once.progress.count == 14 + 14 + 13)
  }

  @Test(arguments: [1, 2, 7])
  func `3 the ledgers that a batch leaves are enough for the next one`(limit: Int) throws {
    let shop = try Customers([1: "2026-01-31", 2: "2026-01-10", 3: "2026-02-28"])
    let once = try shop.settled(until: "2027-03-31")

    let changes = try shop.changes(until: "2027-03-31", inBatchesOf: limit) { batch, ledgers in
      ledgers.merge(batch.ledgers) { $1 }
    }

    #expect(changes == once.changes)
  }

  @Test func `4 each renewal has the price of its due date`() throws {
    let shop = try Customers([1: "2026-01-10", 2: "2026-01-20"])
    let change = try LedgerFixture.date("2026-02-15")
    var dearer = CatalogueSnapshot.test
    dearer.products["premium.plus"]?.price = 4

    let batch = try shop.settled(until: "2026-03-15", in: { $0 < change ? .test : dearer })

    #expect(batch.prices == ["3.49", "4", "4"])
  }

  @Test func `nothing is settled that is due later`() throws {
    let batch = try Customers([1: "2026-01-10"]).settled(until: "2026-02-09")

    #expect(batch.changes.isEmpty && batch.customers.isEmpty)
    #expect(batch.progress == SettlementProgress())
  }
}

/// Customers who have each bought a plan, by their number.
private struct Customers {
  let ledgers: [CustomerNumber: Ledger]

  init(ledgers: [CustomerNumber: Ledger]) { self.ledgers = ledgers }

  /// Each customer buys the plan on the given day.
  init(_ days: [Int64: String]) throws {
    ledgers = try Dictionary(
      uniqueKeysWithValues: days.map { number, day in
        let customer = CustomerNumber(rawValue: number)
        var fixture = try LedgerFixture(day)
        fixture.draft = LedgerDraft(Ledger(customer: customer))
        try fixture.buy("premium.plus")
        return (customer, fixture.ledger)
      })
  }

  /// Settles in one batch, which has the earliest due dates only.
  func settled(
    until day: String, limit: Int = 1_000, loading: () -> Void = {},
    in snapshot: (Date) -> CatalogueSnapshot = { _ in .test }
  ) throws -> SettlementBatch {
    let end = try LedgerFixture.date(day)
    let due = ledgers.compactMap { customer, ledger in
      ledger.nextDue.map { DueSettlement(customer: customer, date: $0.date) }
    }
    var batch = SettlementBatch(
      of: Array(due.sorted().prefix(limit)), until: end, limit: limit)
    try batch.settle(
      load: { customer in
        loading()
        return try #require(ledgers[customer])
      }, snapshot: snapshot)
    return batch
  }

  /// Settles batch after batch; `update` makes the ledgers of the next one.
  func changes(
    until day: String, inBatchesOf limit: Int,
    _ update: (SettlementBatch, inout [CustomerNumber: Ledger]) -> Void
  ) throws -> [CustomerChange] {
    var ledgers = ledgers
    var changes: [CustomerChange] = []
    var count: Int
    repeat {
      let batch = try Customers(ledgers: ledgers).settled(until: day, limit: limit)
      update(batch, &ledgers)
      changes += batch.changes
      count = batch.progress.count
    } while count == limit
    return changes
  }
}

extension SettlementBatch {
  /// The changes that began a period.
  fileprivate var periods: [CustomerChange] {
    changes.filter { change in
      if case .periodBegan = change.change.event { true } else { false }
    }
  }

  /// The product of each charge.
  fileprivate var plans: [String] {
    changes.compactMap { change in
      guard case .charged(let transaction) = change.change.event else { return nil }
      return transaction.productID
    }
  }

  /// The price of each charge.
  fileprivate var prices: [String] {
    changes.compactMap { change in
      guard case .charged(let transaction) = change.change.event else { return nil }
      return "\(transaction.price)"
    }
  }
}
