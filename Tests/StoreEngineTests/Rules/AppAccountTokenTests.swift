import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// App account tokens that a developer's server sets.
@Suite struct AppAccountTokenTests {
  private var shop: LedgerFixture
  private let token = LowercaseUUID(UUID())

  init() throws { shop = try LedgerFixture("2026-01-01") }

  private mutating func setToken(
    _ token: LowercaseUUID, of id: TransactionID
  ) throws -> [LedgerEvent] {
    shop.draft.settle(until: shop.now, in: shop.snapshot)
    let events = try shop.ledger.setAppAccountToken(token, of: id)
    shop.draft.record(events, at: shop.now, in: shop.snapshot)
    return events
  }

  /// The transactions that have the token.
  private var bearers: [TransactionID] {
    shop.transactions.filter { $0.appAccountToken == token }.map(\.id)
  }

  @Test mutating func `a one-time purchase gets the token, and no other purchase`() throws {
    let car = try shop.buy("car").transactionID
    try shop.buy("fuel")

    let events = try setToken(token, of: car)

    #expect(events == [.appAccountTokenSet(transactionID: car, appAccountToken: token)])
    #expect(bearers == [car])
  }

  @Test mutating func `a plan has the token in its first and its current period and from then on`()
    throws
  {
    let first = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-03-15")
    let current = try #require(shop.subscription).transactionID

    _ = try setToken(token, of: first)
    try shop.advance(to: "2026-04-15")

    #expect(shop.transactions.count == 4)
    let renewed = try #require(shop.subscription).transactionID
    #expect(bearers == [first, current, renewed])
  }

  @Test mutating func `the event of a plan's current period names the group, others do not`() throws
  {
    let first = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-02-15")
    let current = try #require(shop.subscription).transactionID

    #expect(
      try setToken(token, of: first) == [
        .appAccountTokenSet(transactionID: first, appAccountToken: token),
        .appAccountTokenSet(
          transactionID: current, appAccountToken: token, groupID: "navigation"),
      ])
  }

  @Test mutating func `an upgrade without a token keeps it, and one with a token has its own`()
    throws
  {
    let first = try shop.buy("standard").transactionID
    _ = try setToken(token, of: first)

    let premium = try shop.buy("premium.plus").transactionID
    #expect(shop.ledger.current(premium).appAccountToken == token)

    let own = LowercaseUUID(UUID())
    let order = Order(key: OrderKey(UUID()), productID: "pro", appAccountToken: own)
    let events = try shop.ledger.purchase(order, at: shop.now, in: shop.snapshot, device: 1)
    shop.draft.record(events, at: shop.now, in: shop.snapshot)

    let pro = try #require(shop.subscription).transactionID
    #expect(pro != premium)
    #expect(shop.ledger.current(pro).appAccountToken == own)
  }

  @Test mutating func `a plan that is bought again after its end does not inherit the token`()
    throws
  {
    let first = try shop.buy("premium.plus").transactionID
    _ = try setToken(token, of: first)
    try shop.advance(to: "2026-01-04")
    try shop.expire("premium.plus")

    let again = try shop.buy("premium.plus").transactionID

    #expect(shop.ledger.current(again).appAccountToken == nil)
    #expect(bearers == [first])
  }

  @Test mutating func `a token that is set already changes nothing, and another replaces it`()
    throws
  {
    let first = try shop.buy("premium.plus").transactionID
    _ = try setToken(token, of: first)
    let other = LowercaseUUID(UUID())

    #expect(try setToken(token, of: first).isEmpty)
    #expect(try setToken(other, of: first).count == 1)
    #expect(shop.ledger.current(first).appAccountToken == other)
  }

  @Test mutating func `no notification is sent, and the renewal information has the token`() throws
  {
    let first = try shop.buy("premium.plus").transactionID
    let count = shop.draft.changes.count

    _ = try setToken(token, of: first)
    #expect(shop.draft.changes.dropFirst(count).flatMap(\.notifications).isEmpty)

    try shop.advance(to: "2026-02-01")
    let index = try #require(shop.draft.changes.lastIndex { !$0.notifications.isEmpty })
    let state = try #require(
      shop.draft.changes[index].notificationState(after: shop.draft.changes[index - 1]))
    #expect(shop.draft.changes[index].notifications.map(\.type) == [.didRenew])
    #expect(state.renewalInfoPayload(for: .test)?.appAccountToken == token)
    #expect(state.transactionPayload(for: .test).appAccountToken == token)
  }

  @Test mutating func `the token of another customer's transaction cannot be set`() throws {
    let other = TransactionID(rawValue: 2_000_000_001)

    #expect(throws: StoreError.unknownTransaction(transactionID: other)) {
      try setToken(token, of: other)
    }
  }
}

extension Recipient {
  fileprivate static let test = Recipient(
    bundleID: "", appTransactionID: "", signedDate: .distantPast, environment: .sandbox)
}
