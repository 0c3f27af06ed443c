import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The numbers are those of the invariants in Ledger+consumption.swift.
@Suite struct ConsumptionReportTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  private mutating func ask(for id: TransactionID) throws {
    let command = CustomerCommand.requestRefund(
      transactionID: id, requestID: LowercaseUUID(UUID()), reason: .legal, text: nil)
    shop.draft.settle(until: shop.now, in: shop.snapshot)
    let events = try shop.ledger.events(of: command, at: shop.now, in: shop.snapshot)
    shop.draft.record(events, at: shop.now, in: shop.snapshot)
  }

  @discardableResult
  private mutating func report(
    about id: TransactionID, used: Int32? = nil, _ preference: RefundPreference? = nil,
    _ status: DeliveryStatus = .delivered
  ) throws -> [LedgerEvent] {
    let report = ConsumptionReport(
      date: shop.now, deliveryStatus: status, sampleContentProvided: false,
      consumptionPercentage: used, refundPreference: preference)
    let events = try shop.ledger.report(report, about: id)
    shop.draft.record(events, at: shop.now, in: shop.snapshot)
    return events
  }

  private func kept(about id: TransactionID) -> ConsumptionReport? {
    shop.ledger.current(id).refundRequest?.consumption
  }

  @Test mutating func `6: a report is kept with the request, and a later one replaces it`() throws {
    let fuel = try shop.buy("fuel").transactionID
    try ask(for: fuel)

    try report(about: fuel, used: 20_000, .grantProrated)
    #expect(kept(about: fuel)?.consumptionPercentage == 20_000)
    try report(about: fuel, used: 100_000, .decline)

    #expect(kept(about: fuel)?.refundPreference == .decline)
    #expect(shop.ledger.current(fuel).refundRequest?.state == .pending)
    #expect(shop.notified.map(\.type).last == "CONSUMPTION_REQUEST", "a report notifies nobody")
  }

  @Test(arguments: [
    ("2026-01-01T11:59:59Z", 0), ("2026-01-01T12:00:00Z", 1), ("2026-01-02T23:59:59Z", 1),
    ("2026-01-03", 0),
  ])
  mutating func `8: the server is asked again about a waiting request 12 to 48 hours after it`(
    date: String, count: Int
  ) throws {
    let fuel = try shop.buy("fuel").transactionID
    try ask(for: fuel)
    try shop.advance(to: date)

    let events = shop.ledger.repeatConsumptionRequest(about: fuel, at: shop.now)
    #expect(events.count == count)
    shop.draft.record(events, at: shop.now, in: shop.snapshot)
    #expect(shop.ledger.repeatConsumptionRequest(about: fuel, at: shop.now).isEmpty)
    #expect(shop.notified.filter { $0.type == "CONSUMPTION_REQUEST" }.count == 1 + count)
  }

  @Test mutating func `6: the same report again changes nothing, even later`() throws {
    let fuel = try shop.buy("fuel").transactionID
    try ask(for: fuel)
    try report(about: fuel, used: 20_000)

    try shop.advance(to: "2026-01-02")
    #expect(try report(about: fuel, used: 20_000).isEmpty)
  }

  @Test mutating func `6: a report without a waiting request is not kept`() throws {
    let fuel = try shop.buy("fuel").transactionID
    #expect(try report(about: fuel).isEmpty)
    try ask(for: fuel)
    try shop.perform(.declineRefund(transactionID: fuel))

    #expect(try report(about: fuel).isEmpty)
    #expect(kept(about: fuel) == nil)
    let other = TransactionID(rawValue: 2_000_000_001)
    #expect(throws: StoreError.unknownTransaction(transactionID: other)) {
      try report(about: other)
    }
  }

  @Test(
    arguments: [
      (nil, nil, "1.99", 100_000), (60_000, nil, "1.99", 100_000),
      (60_000, RefundPreference.grantFull, "1.99", 100_000),
      (60_000, .decline, "1.99", 100_000), (nil, .grantProrated, "1.99", 100_000),
      (0, .grantProrated, "1.99", 100_000), (60_000, .grantProrated, "0.8", 40_000),
    ] as [(Int32?, RefundPreference?, String, Int32)])
  mutating func `7: fuel is refunded as its developer prefers`(
    used: Int32?, preference: RefundPreference?, amount: String, percentage: Int32
  ) throws {
    let fuel = try shop.buy("fuel").transactionID
    try ask(for: fuel)
    try report(about: fuel, used: used, preference)

    let refunded = try shop.refund(fuel)

    #expect("\(refunded.refunded)" == amount)
    #expect(refunded.revocation?.percentage == percentage)
    #expect(
      refunded.revocation?.type == (percentage == 100_000 ? .refundFull : .refundProrated))
    #expect(refunded.refundRequest?.state == .granted)
  }

  @Test mutating func `7: the operator's percentage comes before the developer's preference`()
    throws
  {
    let fuel = try shop.buy("fuel").transactionID
    try ask(for: fuel)
    try report(about: fuel, used: 60_000, .grantProrated)

    #expect(try shop.refund(fuel, percentage: 100_000).revocation?.percentage == 100_000)
  }

  @Test
  mutating func `7: used-up fuel is not refunded, unless the operator says so`() throws {
    let fuel = try shop.buy("fuel").transactionID
    try ask(for: fuel)
    try report(about: fuel, used: 100_000, .grantProrated)

    #expect(throws: StoreError.nothingToRefund(transactionID: fuel)) { try shop.refund(fuel) }
    #expect(shop.ledger.current(fuel).refundRequest?.state == .pending)
    #expect(try shop.refund(fuel, percentage: 50_000).revocation?.percentage == 50_000)
  }

  @Test mutating func `7: a plan is prorated by the time that is left of its period`() throws {
    let plan = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-01-11")
    try ask(for: plan)
    try report(about: plan, .grantProrated)

    let refunded = try shop.refund(plan)

    // 21 of 31 days of 3.49.
    #expect(refunded.revocation?.percentage == 67_741)
    #expect("\(refunded.refunded)" == "2.36")
    #expect(shop.subscription?.revocationDate == shop.now)
  }

  @Test mutating func `7: a period that is over has no unused part`() throws {
    let plan = try shop.buy("premium.plus").transactionID
    try ask(for: plan)
    try report(about: plan, .grantProrated)
    try shop.advance(to: "2026-02-01")

    #expect(throws: StoreError.nothingToRefund(transactionID: plan)) { try shop.refund(plan) }
  }

  @Test mutating func `7: the rest of an upgraded period is refunded, whatever was preferred`()
    throws
  {
    let premium = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-01-11")
    try ask(for: premium)
    try report(about: premium, .grantProrated)
    try shop.buy("pro")

    let refunded = try shop.refund(premium)

    #expect(refunded.refunded == refunded.price)
  }

  @Test mutating func `7: a free purchase is refunded in full`() throws {
    let trial = try shop.buy("standard").transactionID
    try ask(for: trial)
    try report(about: trial, .grantProrated)

    #expect(try shop.refund(trial).revocation?.type == .refundFull)
  }
}
