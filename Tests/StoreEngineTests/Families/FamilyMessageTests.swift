import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// The invariants of FamilyMessage.swift and Ledger+familyMessages.swift, whose numbers the tests name.
@Suite struct FamilyMessageTests {
  @Test func `3 a renewal's message has the renewal's date, and so have its events`() throws {
    var family = try SharingFamily()
    try family.buy("pro")

    let changes = try family.settled(until: "2026-03-15")

    let days = changes.map { "\($0.customer.rawValue) \(LedgerFixture.day($0.change.date))" }
    #expect(
      days == [
        "2 2026-01-10", "2 2026-01-10", "1 2026-03-10", "1 2026-03-10", "2 2026-03-10",
        "2 2026-03-10",
      ])
  }

  @Test(arguments: [1, 2, 3, 5])
  func `1 small batches deliver what one large batch delivers`(limit: Int) throws {
    var (large, small) = (try SharingFamily(), try SharingFamily())
    try large.buy("pro")
    try small.buy("pro")

    let changes = try large.settled(until: "2027-03-15")

    #expect(try small.settled(until: "2027-03-15", limit: limit) == changes)
    #expect(small.ledgers == large.ledgers)
  }

  @Test(arguments: [RevocationReason.developerIssue, .other])
  func `7 what was refunded is revoked for the family, for the same reason`(
    reason: RevocationReason
  ) throws {
    var family = try SharingFamily()
    try family.buy("car")
    try family.buy("premium.plus")
    _ = try family.settled(until: "2026-03-11")

    try family.refundEverything(for: reason, at: "2026-03-12")
    _ = try family.settled(until: "2026-03-12")

    let shared = try #require(family.ledgers[2]).transactions.values
    #expect(shared.count == 4)
    #expect(shared.allSatisfy { $0.revocation?.reason == reason })
  }

  @Test func `4 what is shared is not shared any further`() throws {
    var family = try SharingFamily()
    family.ledgers[2]?.recipients = [CustomerNumber(rawValue: 1)]
    try family.buy("pro")

    let changes = try family.settled(until: "2026-01-11")

    #expect(changes.count == 2)
    #expect(family.ledgers[1]?.sharedPlans == [:])
  }

  @Test func `5 a product that is not family shareable is not shared`() throws {
    var family = try SharingFamily()
    family.snapshot = .test
    try family.buy("pro")

    #expect(try family.settled(until: "2026-03-15").allSatisfy { $0.customer.rawValue == 1 })
  }

  @Test func `5 what was shared ends with its purchaser's, even when it is no longer sold`()
    throws
  {
    var family = try SharingFamily()
    try family.buy("pro")
    _ = try family.settled(until: "2026-01-11")
    family.snapshot.products["pro"] = nil

    _ = try family.settled(until: "2026-03-11")

    let plan = try #require(family.ledgers[2]?.sharedPlans.values.first)
    #expect(plan.subscription.expirationIntent == .productUnavailable)
  }

  @Test func `6 a shared transaction costs nothing and has the purchaser's dates`() throws {
    var family = try SharingFamily()
    try family.buy("pro")
    _ = try family.settled(until: "2026-03-11")

    let own = try #require(family.ledgers[1]?.transactions.values.max { $0.id < $1.id })
    let shared = try #require(family.ledgers[2]?.transactions.values.max { $0.id < $1.id })

    #expect(shared.price == 0 && own.price > 0)
    #expect(shared.purchaseDate == own.purchaseDate)
    #expect(shared.originalPurchaseDate == own.originalPurchaseDate)
    #expect(shared.period?.expirationDate == own.period?.expirationDate)
    #expect(shared.shared == SharedSource(purchaser: .init(rawValue: 1), transactionID: own.id))
    #expect(shared.originalID != own.originalID)
  }

  @Test func `6 a period that the purchaser's next plan ends early ends early for the family`()
    throws
  {
    var family = try SharingFamily()
    try family.buy("pro")
    _ = try family.settled(until: "2026-01-11")
    try family.buy("premium.plus")
    try family.renewNow("pro", at: "2026-01-15")

    _ = try family.settled(until: "2026-01-16")

    let own = try #require(family.ledgers[1]).transactions.values.sorted { $0.id < $1.id }
    let shared = try #require(family.ledgers[2]).transactions.values.sorted { $0.id < $1.id }
    #expect(shared.map(\.productID) == ["pro", "premium.plus"])
    #expect(shared.map(\.period?.expirationDate) == own.map(\.period?.expirationDate))
    #expect(shared[0].period?.expirationDate == shared[1].purchaseDate)
  }
}

/// A purchaser, 1, and a family member, 2, with whom they share.
private struct SharingFamily {
  var ledgers: [Int64: Ledger] = [:]
  var snapshot = CatalogueSnapshot.test
  private var now: Date
  private var orders = 0

  init() throws {
    now = try LedgerFixture.date("2026-01-10")
    for number in Int64(1)...2 {
      ledgers[number] = Ledger(customer: CustomerNumber(rawValue: number))
    }
    ledgers[1]?.recipients = [CustomerNumber(rawValue: 2)]
    snapshot.products = snapshot.products.mapValues { product in
      var product = product
      product.isFamilyShareable = true
      return product
    }
  }

  mutating func buy(_ productID: String) throws {
    var draft = LedgerDraft(try #require(ledgers[1]))
    orders += 1
    let order = Order(key: OrderKey(UUID(number: orders)), productID: productID)
    draft.record(
      try draft.ledger.purchase(order, at: now, in: snapshot, device: 1), at: now, in: snapshot)
    ledgers[1] = draft.ledger
    store(draft.outbox)
  }

  mutating func renewNow(_ productID: String, at day: String) throws {
    try perform(.renew(subscription: .product(productID, account: nil)), at: day)
  }

  /// Refunds what the purchaser has bought, oldest first.
  mutating func refundEverything(for reason: RevocationReason, at day: String) throws {
    for id in try #require(ledgers[1]).transactions.keys.sorted() {
      try perform(.refund(transactionID: id, reason: reason), at: day)
    }
  }

  private mutating func perform(_ command: OperatorCommand, at day: String) throws {
    now = try LedgerFixture.date(day)
    var draft = LedgerDraft(try #require(ledgers[1]))
    draft.record(
      try draft.ledger.events(of: command, at: now, in: snapshot), at: now, in: snapshot)
    ledgers[1] = draft.ledger
    store(draft.outbox)
  }

  /// Settles in batches of at most `limit` steps.
  mutating func settled(until day: String, limit: Int = 1_000) throws -> [CustomerChange] {
    let end = try LedgerFixture.date(day)
    var changes: [CustomerChange] = []
    while true {
      let due = ledgers.values.compactMap { ledger in
        ledger.nextDue.map { DueSettlement(customer: ledger.customer, date: $0.date) }
      }
      guard due.contains(where: { $0.date <= end }) else { return changes }
      var batch = SettlementBatch(of: due, until: end, limit: limit)
      try batch.settle(
        load: { try #require(ledgers[$0.rawValue]) }, snapshot: { [snapshot] _ in snapshot })
      changes += batch.changes
      for (customer, draft) in batch.settledLedgers { ledgers[customer.rawValue] = draft }
      store(batch.undelivered)
    }
  }

  private mutating func store(_ messages: [FamilyMessage]) {
    for message in messages {
      var message = message
      message.number = 1
      ledgers[message.recipient.rawValue]?.inbox.append(message)
    }
  }
}

extension SettlementBatch {
  /// The ledgers of the batch, without the messages that it leaves to be stored.
  fileprivate var settledLedgers: [CustomerNumber: Ledger] {
    Dictionary(
      uniqueKeysWithValues: customers.compactMap { customer in
        ledger(of: customer).map { ledger in
          var ledger = ledger
          ledger.inbox.removeAll { $0.number == nil }
          return (customer, ledger)
        }
      })
  }
}
