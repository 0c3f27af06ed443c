import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Laws that hold for every history.
///
/// A violation is reported with its seed and the shortest history that shows it.
/// `LEDGER_HISTORIES` sets the number of histories; the default is 2 000.
@Suite struct LedgerLawTests {
  @Test func `the ledger answers and charges as the naive store does`() async {
    await Histories.check { history, store in
      let naive = NaiveStore(history)
      let steps = history.steps.filter { !$0.isWait }.map(\.description) + ["all"]
      let pairs = zip(zip(naive.observations, store.observations), steps)
      for ((expected, seen), step) in pairs where expected != seen {
        return "after '\(step)' the naive store shows\n  \(expected)\nand the ledger\n  \(seen)"
      }
      let receipts = try store.receipts
      for (expected, seen) in zip(naive.receipts, receipts) where expected != seen {
        return "the naive store charged\n  \(expected)\nand the ledger\n  \(seen)"
      }
      return naive.receipts.count == receipts.count ? nil : "the numbers of receipts differ"
    }
  }

  @Test func `6: settling in steps gives the same ledger as settling once`() async {
    await Histories.check { history, store in
      let once = store.shop.draft
      let often = try RealStore(history, settlesOften: true).shop.draft
      return once.ledger == often.ledger && once.changes == often.changes ? nil : "they differ"
    }
  }

  @Test func `replaying the events gives the same ledger`() async {
    await Histories.check { _, store in
      let draft = store.shop.draft
      var replayed = Ledger(customer: draft.ledger.customer)
      for change in draft.changes { replayed.apply(change.event) }
      return replayed == draft.ledger ? nil : "the replayed ledger differs"
    }
  }

  @Test func `8: transaction IDs only grow, and dates never go back`() async {
    await Histories.check { _, store in
      let changes = store.shop.draft.changes
      let ids = changes.compactMap(\.charged?.id)
      guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else { return "\(ids)" }
      let dates = changes.map(\.date)
      return dates == dates.sorted() ? nil : "\(dates)"
    }
  }

  @Test func `each order is charged at most once, and every other charge is a renewal`() async {
    await Histories.check { _, store in
      let changes = store.shop.draft.changes
      let purchases = changes.compactMap(\.charged).filter { $0.reason == .purchase }.map(\.id)
      let sold = changes.compactMap(\.sold)
      return purchases == sold ? nil : "charged \(purchases), sold \(sold)"
    }
  }

  @Test func `1: a group has at most one active plan, and an entitlement exactly while it has one`()
    async
  {
    await Histories.check { _, store in
      let groups = try store.receipts.reduce(into: [:]) { $0[$1.count] = $1.group }
      for observation in store.observations {
        let entitled = observation.entitlements.compactMap { groups[$0] }
        let active = observation.plans.filter(\.value.isActive).keys
        guard entitled.sorted() == active.sorted() else { return "\(observation)" }
      }
      return nil
    }
  }

  @Test func `2: periods follow each other without overlap`() async {
    await Histories.check { _, store in
      let receipts = try store.receipts
      for group in Set(receipts.compactMap(\.group)) {
        let periods = receipts.filter { $0.group == group }
        for (period, next) in zip(periods, periods.dropFirst()) {
          guard let end = period.serviceEnd else { return "\(period) has no end" }
          let fits = period.isUpgraded ? next.date <= end : next.date >= end
          guard fits, !next.isRenewal || next.date == end else { return "\(period) \(next)" }
        }
      }
      return nil
    }
  }

  @Test func `7: a group uses at most one introductory offer`() async {
    await Histories.check { _, store in
      let first = try store.receipts.filter { $0.isIntroductory && !$0.isRenewal }
      let groups = first.compactMap(\.group)
      return groups.count == Set(groups).count ? nil : "\(first)"
    }
  }

  @Test
  func `9: a revoked transaction is refunded in full, an upgraded one at most in full, others not`()
    async
  {
    await Histories.check { _, store in
      for transaction in store.shop.transactions {
        let (price, returned) = (transaction.price, transaction.refunded)
        let isCorrect =
          switch (transaction.revocation != nil, transaction.isUpgraded) {
          case (true, _): returned == price
          case (false, true): (0...price).contains(returned)
          case (false, false): returned == 0
          }
        guard isCorrect else { return "\(transaction)" }
      }
      return nil
    }
  }

  @Test
  func `5, 9: a subscription agrees with its last transaction, and only an active one is due`()
    async
  {
    await Histories.check { _, store in
      for subscription in store.shop.ledger.subscriptions.values {
        let last = store.shop.ledger.current(subscription.transactionID)
        guard subscription.revocationDate == last.revocation?.date,
          subscription.expirationDate == last.period?.expirationDate,
          (subscription.dueDate == nil) == !subscription.isActive,
          subscription.isActive || !subscription.willAutoRenew
        else { return "\(subscription)" }
      }
      return nil
    }
  }

  @Test func `a car is owned exactly while it has a transaction that is not revoked`() async {
    await Histories.check { _, store in
      let unrevoked = store.shop.transactions.filter {
        $0.type == .nonConsumable && $0.revocation == nil
      }
      let owned = Dictionary(unrevoked.map { ($0.productID, [$0.id]) }, uniquingKeysWith: +)
      return owned == store.shop.ledger.owned.mapValues { [$0] } ? nil : "\(owned)"
    }
  }

  @Test func `the histories contain every kind of event that the laws check`() async {
    var seen: Set<String> = []
    await Histories.check { _, store in
      seen.formUnion(store.shop.draft.changes.flatMap(\.kinds))
      return nil
    }
    #expect(
      seen.isSuperset(of: [
        "full refund", "prorated refund", "revoked", "cut short", "upgraded", "renewal",
        "renewal changed", "order closed",
      ]))
  }

  @Test func `an order is charged what was quoted`() async {
    await Histories.check { _, store in
      store.quoteMismatch
    }
  }
}

extension LedgerChange {
  fileprivate var charged: LedgerTransaction? {
    guard case .charged(let transaction) = event else { return nil }
    return transaction
  }

  /// The transaction of an order that was charged.
  fileprivate var sold: TransactionID? {
    guard case .orderSettled(_, _, let outcome) = event, !outcome.alreadyOwned, !outcome.scheduled
    else { return nil }
    return outcome.transactionID
  }
}

extension LedgerChange {
  /// The event's kind, if a law checks it.
  fileprivate var kinds: [String] {
    switch event {
    case .refunded(_, _, let revocation):
      [revocation.type == .refundFull ? "full refund" : "prorated refund"]
    case .charged(let transaction): transaction.reason == .renewal ? ["renewal"] : []
    case .revoked: ["revoked"]
    case .cutShort: ["cut short"]
    case .upgraded: ["upgraded"]
    case .renewalChanged: ["renewal changed"]
    case .orderClosed: ["order closed"]
    case .billingRetryBegan: ["billing retry began"]
    case .gracePeriodExpired: ["grace period expired"]
    case .billingIssueChanged: ["billing issue changed"]
    case .priceChanged: ["price changed"]
    case .priceIncreaseAnswered: ["price increase answered"]
    case .renewalDateExtended: ["renewal date extended"]
    case .periodBegan, .expired, .finished, .reassigned, .orderSettled: []
    }
  }
}

extension Receipt {
  fileprivate var group: String? { NaiveProduct.all.first { $0.id == product }?.group }

  /// When its service ends or has ended; `nil` unless it is a subscription period.
  fileprivate var serviceEnd: NaiveTime? {
    expires.map { end in min(end, revoked?.date ?? end) }
  }
}
