import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The numbers are those of the invariants in Ledger+refundRequest.swift.
@Suite struct RefundRequestTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  private mutating func ask(
    for id: TransactionID, as requestID: UUID = UUID(), _ reason: RefundReason = .legal,
    text: String? = nil
  ) throws -> [LedgerEvent] {
    let command = CustomerCommand.requestRefund(
      transactionID: id, requestID: LowercaseUUID(requestID), reason: reason, text: text)
    shop.draft.settle(until: shop.now, in: shop.snapshot)
    let events = try shop.ledger.events(of: command, at: shop.now, in: shop.snapshot)
    shop.draft.record(events, at: shop.now, in: shop.snapshot)
    return events
  }

  private mutating func decline(_ id: TransactionID) throws {
    try shop.perform(.declineRefund(transactionID: id))
  }

  private mutating func reverse(_ id: TransactionID) throws {
    try shop.perform(.reverseRefund(transactionID: id))
  }

  private func state(of id: TransactionID) -> RefundRequestState? {
    shop.ledger.current(id).refundRequest?.state
  }

  /// The types of the notifications since a number of changes.
  private func notifications(since count: Int) -> [String] {
    shop.draft.changes.dropFirst(count).flatMap(\.notifications).map {
      [$0.type.rawValue, $0.subtype?.rawValue, $0.consumptionRequestReason?.rawValue]
        .compactMap(\.self).joined(separator: "/")
    }
  }

  @Test mutating func `1: a request takes nothing away and gives nothing back`() throws {
    let car = try shop.buy("car").transactionID
    let before = shop.ledger.owned

    _ = try ask(for: car, .unsatisfiedWithPurchase)

    #expect(state(of: car) == .pending)
    #expect(shop.ledger.owned == before && shop.balance == "9.99")
    #expect(shop.ledger.current(car).revocation == nil)
  }

  @Test mutating func `1: a copy of a request changes nothing, and another one is refused`() throws
  {
    let (car, key) = (try shop.buy("car").transactionID, UUID())
    _ = try ask(for: car, as: key)

    #expect(try ask(for: car, as: key).isEmpty)
    #expect(throws: StoreError.duplicateRefundRequest(transactionID: car)) { try ask(for: car) }
    try shop.refund(car)
    #expect(try ask(for: car, as: key).isEmpty, "a copy that arrives late")
    #expect(throws: StoreError.duplicateRefundRequest(transactionID: car)) { try ask(for: car) }
  }

  @Test mutating func `what was refunded, upgraded or belongs to others is not asked for`() throws {
    let car = try shop.buy("car").transactionID
    try shop.refund(car)
    let free = try shop.buy("standard").transactionID
    try shop.buy("premium")
    let other = TransactionID(rawValue: 2_000_000_001)

    #expect(throws: StoreError.alreadyRefunded(transactionID: car, date: shop.now)) {
      try ask(for: car)
    }
    #expect(throws: StoreError.nothingToRefund(transactionID: free)) { try ask(for: free) }
    #expect(throws: StoreError.unknownTransaction(transactionID: other)) { try ask(for: other) }
  }

  @Test(arguments: [
    (RefundReason.legal, "why"), (.other, ""),
    (.other, String(repeating: "x", count: RefundRequest.textLimit + 1)),
  ])
  mutating func `a text is 1 to 500 characters, for another reason`(
    reason: RefundReason, text: String
  ) throws {
    let car = try shop.buy("car").transactionID

    #expect(throws: StoreError.invalidRefundText) { try ask(for: car, reason, text: text) }
    _ = try ask(for: car, .other, text: String(repeating: "x", count: RefundRequest.textLimit))
    #expect(state(of: car) == .pending)
  }

  @Test(arguments: [("fuel", true), ("premium.plus", true), ("car", false), ("pass", false)])
  mutating func `the server is asked about the use of fuel and plans, with the reason`(
    product: String, isAsked: Bool
  ) throws {
    let id = try shop.buy(product).transactionID
    let count = shop.draft.changes.count

    _ = try ask(for: id, .fulfillmentIssue)

    #expect(
      notifications(since: count)
        == (isAsked ? ["CONSUMPTION_REQUEST/FULFILLMENT_ISSUE"] : []))
  }

  @Test mutating func `2: a granted request refunds, and turns the plan's renewal off`() throws {
    let id = try shop.buy("premium.plus").transactionID
    _ = try ask(for: id)
    let count = shop.draft.changes.count

    try shop.refund(id)

    #expect(state(of: id) == .granted)
    #expect(
      notifications(since: count) == ["REFUND", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
    #expect(shop.subscription?.revocationDate == shop.now)
    #expect(shop.subscription?.willAutoRenew == false)
  }

  @Test mutating func `2: a granted request for an earlier period lets the plan run out`() throws {
    let first = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-02-10")
    _ = try ask(for: first)

    try shop.refund(first)

    #expect(shop.subscription?.isActive == true && shop.subscription?.willAutoRenew == false)
    try shop.advance(to: "2026-04-01")
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(shop.periods == ["2026-01-01", "2026-02-01"])
  }

  @Test mutating func `a refund that nobody requested causes no notification about the renewal`()
    throws
  {
    let id = try shop.buy("premium.plus").transactionID
    let count = shop.draft.changes.count

    try shop.refund(id)

    #expect(notifications(since: count) == ["REFUND"])
  }

  @Test mutating func `3: a declined request changes nothing that the customer has`() throws {
    let id = try shop.buy("premium.plus").transactionID
    _ = try ask(for: id)
    let (before, count) = (shop.subscription, shop.draft.changes.count)

    try decline(id)

    #expect(state(of: id) == .declined)
    #expect(notifications(since: count) == ["REFUND_DECLINED"])
    #expect(shop.subscription == before && shop.balance == "3.49")
    #expect(throws: StoreError.noRefundRequest(transactionID: id)) { try decline(id) }
  }

  @Test mutating func `2: the operator can grant what was declined`() throws {
    let car = try shop.buy("car").transactionID
    _ = try ask(for: car)
    try decline(car)

    try shop.refund(car)

    #expect(state(of: car) == .granted && shop.ledger.owned.isEmpty)
  }

  @Test mutating func `nothing is declined that nobody asked for`() throws {
    let car = try shop.buy("car").transactionID

    #expect(throws: StoreError.noRefundRequest(transactionID: car)) { try decline(car) }
    #expect(throws: StoreError.notRefunded(transactionID: car)) { try reverse(car) }
    let unknown = TransactionID(rawValue: 7)
    #expect(throws: StoreError.unknownTransaction(transactionID: unknown)) { try decline(unknown) }
    #expect(throws: StoreError.unknownTransaction(transactionID: unknown)) { try reverse(unknown) }
  }

  @Test(arguments: ["REJECT", "DECLINE"])
  mutating func `4: a store that decides at once declines these texts`(text: String) throws {
    shop.snapshot.rules.refundsAtOnce = true
    let car = try shop.buy("car").transactionID

    _ = try ask(for: car, .other, text: text)

    #expect(state(of: car) == .declined && shop.balance == "9.99")
  }

  @Test(arguments: [(RefundReason.other, "reject me" as String?), (.unintendedPurchase, nil)])
  mutating func `4: a store that decides at once grants every other request`(
    reason: RefundReason, text: String?
  ) throws {
    shop.snapshot.rules.refundsAtOnce = true
    let plan = try shop.buy("premium.plus").transactionID
    let count = shop.draft.changes.count

    _ = try ask(for: plan, reason, text: text)

    #expect(state(of: plan) == .granted && shop.balance == "0")
    #expect(
      notifications(since: count) == [
        "CONSUMPTION_REQUEST/\(reason.rawValue)", "REFUND",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
      ])
  }

  @Test mutating func `5: a reversed refund serves the plan until its expiration date`() throws {
    let id = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-01-10")
    _ = try ask(for: id)
    try shop.refund(id)
    try shop.advance(to: "2026-01-20")
    let count = shop.draft.changes.count

    try reverse(id)

    let subscription = try #require(shop.subscription)
    #expect(subscription.isActive && !subscription.willAutoRenew)
    #expect(LedgerFixture.day(subscription.expirationDate) == "2026-02-01")
    #expect(shop.ledger.current(id).revocation == nil && shop.balance == "3.49")
    #expect(notifications(since: count) == ["REFUND_REVERSED"])
    try shop.advance(to: "2026-03-01")
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(shop.periods == ["2026-01-01"])
  }

  @Test(arguments: ["2026-02-01", "2026-03-01"])
  mutating func `5: a plan whose time is over meanwhile expires when its refund is reversed`(
    day: String
  ) throws {
    let id = try shop.buy("premium.plus").transactionID
    try shop.refund(id)
    try shop.advance(to: day)
    let count = shop.draft.changes.count

    try reverse(id)

    #expect(shop.subscription?.revocationDate == nil)
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(notifications(since: count) == ["REFUND_REVERSED", "EXPIRED/VOLUNTARY"])
  }

  @Test mutating func `5: a plan that had expired before its refund is expired again`() throws {
    let id = try shop.buy("premium.plus").transactionID
    try shop.disableAutoRenew("premium.plus")
    try shop.advance(to: "2026-02-10")
    try shop.refund(id)

    try reverse(id)

    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(shop.subscription?.revocationDate == nil)
  }

  @Test mutating func `5: a car is owned again, and can be refunded again`() throws {
    let car = try shop.buy("car").transactionID
    try shop.refund(car)

    try reverse(car)

    #expect(shop.ledger.owned == ["car": car] && shop.balance == "9.99")
    #expect(try shop.buy("car").alreadyOwned)
    try shop.refund(car)
    #expect(shop.balance == "0")
  }

  @Test(arguments: ["3.49", "4999.99"])
  mutating func `5: the rest of an upgraded period is charged again to the cent`(price: String)
    throws
  {
    try shop.setPrice(of: "premium.plus", to: price)
    let old = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-01-25")
    try shop.buy("pro")
    let before = shop.ledger.current(old)
    try shop.refund(old)

    try reverse(old)

    #expect(shop.ledger.current(old) == before)
    #expect(shop.subscription?.isActive == true)
  }

  @Test mutating func `5: what was bought again is not given twice`() throws {
    let car = try shop.buy("car").transactionID
    try shop.refund(car)
    try shop.buy("car")
    let plan = try shop.buy("premium.plus").transactionID
    try shop.refund(plan)
    try shop.buy("premium.plus")
    let before = shop.ledger

    for id in [car, plan] {
      #expect(throws: StoreError.refundNotReversible(transactionID: id)) { try reverse(id) }
    }
    #expect(shop.ledger == before)
  }

  @Test mutating func `5: a refund of an earlier period can be reversed while the plan goes on`()
    throws
  {
    let first = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-02-10")
    let before = shop.ledger
    try shop.refund(first)

    try reverse(first)

    #expect(shop.ledger == before)
  }
}
