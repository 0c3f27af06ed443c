import Foundation
import StoreAPI
import StoreEngine

// What happens to a subscription after it was bought.
extension LedgerFixture {
  /// Adds a plan with weekly periods, in the lowest level of the group.
  mutating func sellWeekly() {
    market.products["weekly"] = .plan("weekly", level: 4, price: "0.49", period: .weeks(1))
  }

  mutating func failBilling(_ productID: String) throws {
    try change(productID) { ledger, subscription in subscription.failBilling() }
  }

  mutating func recoverBilling(_ productID: String) throws {
    let (now, market) = (now, market)
    try change(productID) { $0.recoverBilling(of: $1, at: now, in: market) }
  }

  mutating func renew(_ productID: String) throws {
    let (now, market) = (now, market)
    try change(productID) { try $0.forceRenewal(of: $1, at: now, in: market) }
  }

  mutating func extend(_ productID: String, days: Int) throws {
    let (now, market) = (now, market)
    try change(productID) { ledger, subscription in
      let price = ledger.current(subscription.transactionID).price
      return try subscription.extend(byDays: days, price: price, at: now, in: market)
    }
  }

  mutating func requestPriceIncreaseConsent(_ productID: String) throws {
    let market = market
    try change(productID) { try $1.requestPriceIncreaseConsent(in: market) }
  }

  mutating func answerPriceIncrease(_ productID: String, isAccepted: Bool) throws {
    try change(productID) { try $1.answerPriceIncrease(isAccepted: isAccepted) }
  }

  /// Changes the price of a plan for its subscriber too.
  mutating func setPrice(
    of productID: String, to price: String, _ policy: PriceChangePolicy = .inform
  ) throws {
    draft.settle(until: now, in: market)
    let old = market
    market.products[productID]?.price = Decimal(string: price) ?? 0
    for subscription in ledger.subscriptions.values {
      let events = subscription.events(ofPriceChangeFrom: old, to: market, policy: policy)
      draft.record(events, at: now)
    }
  }

  private mutating func change(
    _ productID: String, _ events: (Ledger, Subscription) throws -> [LedgerEvent]
  ) throws {
    draft.settle(until: now, in: market)
    let subscription = try ledger.activeSubscription(.product(productID, account: nil))
    draft.record(try events(ledger, subscription), at: now)
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
