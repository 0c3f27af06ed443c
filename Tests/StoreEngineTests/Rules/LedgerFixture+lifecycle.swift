import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI

// What happens to a subscription after it was bought.
extension LedgerFixture {
  /// Adds a plan with weekly periods, in the lowest level of the group.
  mutating func sellWeekly() {
    snapshot.products["weekly"] = .plan("weekly", level: 4, price: "0.49", period: .weeks(1))
  }

  mutating func failBilling(_ productID: String) throws {
    try perform(.failBilling(subscription: .product(productID, account: nil)))
  }

  mutating func recoverBilling(_ productID: String) throws {
    try perform(.recoverBilling(subscription: .product(productID, account: nil)))
  }

  mutating func renew(_ productID: String) throws {
    try perform(.renew(subscription: .product(productID, account: nil)))
  }

  mutating func extend(_ productID: String, days: Int) throws {
    try perform(.extend(subscription: .product(productID, account: nil), days: days))
  }

  mutating func requestPriceIncreaseConsent(_ productID: String) throws {
    try perform(.requestPriceIncreaseConsent(subscription: .product(productID, account: nil)))
  }

  mutating func answerPriceIncrease(_ productID: String, isAccepted: Bool) throws {
    try perform(
      .answerPriceIncrease(
        subscription: .product(productID, account: nil), isAccepted: isAccepted))
  }

  /// Ends the prices that were agreed in a currency other than the catalogue's, and returns the
  /// events.
  ///
  /// Without a new catalogue, it uses the fixture's.
  @discardableResult
  mutating func endAgreedPrices(in newSnapshot: CatalogueSnapshot? = nil) -> [LedgerEvent] {
    let events = ledger.endAgreedPrices(in: newSnapshot ?? snapshot)
    draft.record(silent: events, at: now)
    return events
  }

  /// Changes the price of a plan for its subscriber too.
  mutating func setPrice(
    of productID: String, to price: String, _ policy: PriceChangePolicy = .inform
  ) throws {
    draft.settle(until: now, in: snapshot)
    let old = snapshot
    snapshot.products[productID]?.price = Decimal(string: price) ?? 0
    for subscription in ledger.subscriptions.values {
      let events = subscription.events(ofPriceChangeFrom: old, to: snapshot, policy: policy)
      draft.record(events, at: now, in: snapshot)
    }
  }
}

/// A notification and its date.
struct Notified: Hashable {
  var type: String
  /// Empty without a subtype.
  var subtype: String
  var date: Date

  var day: String { LedgerFixture.day(date) }
  var moment: String { date.formatted(.iso8601) }
}

extension LedgerFixture {
  /// All notifications, oldest first.
  var notified: [Notified] {
    draft.changes.flatMap { change in
      change.notifications.map {
        Notified(
          type: $0.type.rawValue, subtype: $0.subtype?.rawValue ?? "", date: change.date)
      }
    }
  }

  /// When each period began.
  var moments: [String] {
    transactions.filter { $0.period != nil }.map { $0.purchaseDate.formatted(.iso8601) }
  }
}

// What price changes do to a subscriber.
extension LedgerFixture {
  /// A shop on 10 January 2026, whose customer subscribed to `premium.plus` on 1 January.
  static func withPremiumPlus() throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.advance(to: "2026-01-10")
    return shop
  }

  var priceIncreaseStatus: PriceIncrease.Status? { subscription?.priceIncrease?.status }

  /// The types and subtypes of the notifications since the purchase.
  var notifiedSincePurchase: [String] {
    notified.dropFirst().map { $0.subtype.isEmpty ? $0.type : "\($0.type) \($0.subtype)" }
  }
}
