import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Laws that every history keeps.
///
/// A breach names its seed and the shortest history that shows it.
/// `LEDGER_HISTORIES` sets how many histories there are: 2 000 when it is not set.
@Suite struct LedgerLawTests {
  @Test func `the ledger says and charges what the naive store does`() async {
    await Histories.uphold { history, life in
      let naive = NaiveStore(history)
      let steps = history.steps.filter { !$0.isWait }.map(\.description) + ["all"]
      let pairs = zip(zip(naive.observations, life.observations), steps)
      for ((expected, seen), step) in pairs where expected != seen {
        return "after '\(step)' the naive store says\n  \(expected)\nand the ledger\n  \(seen)"
      }
      let receipts = try life.receipts
      for (expected, seen) in zip(naive.receipts, receipts) where expected != seen {
        return "the naive store charged\n  \(expected)\nand the ledger\n  \(seen)"
      }
      return naive.receipts.count == receipts.count ? nil : "there is another receipt"
    }
  }

  @Test func `6: settling in steps leads to what settling once leads to`() async {
    await Histories.uphold { history, life in
      let once = life.shop.draft
      let often = try RealStore(history, isRestless: true).shop.draft
      return once.ledger == often.ledger && once.changes == often.changes ? nil : "they differ"
    }
  }

  @Test func `replaying the events gives the same ledger`() async {
    await Histories.uphold { _, life in
      let draft = life.shop.draft
      var replayed = Ledger(customer: draft.ledger.customer)
      for change in draft.changes { replayed.apply(change.event) }
      return replayed == draft.ledger ? nil : "the replayed ledger differs"
    }
  }

  @Test func `8: transaction IDs only grow, and events only go forward`() async {
    await Histories.uphold { _, life in
      let changes = life.shop.draft.changes
      let ids = changes.compactMap(\.charged?.id)
      guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else { return "\(ids)" }
      let dates = changes.map(\.date)
      return dates == dates.sorted() ? nil : "\(dates)"
    }
  }

  @Test func `each order is charged once at most, and all else is a renewal`() async {
    await Histories.uphold { _, life in
      let changes = life.shop.draft.changes
      let purchases = changes.compactMap(\.charged).filter { $0.reason == .purchase }.map(\.id)
      let sold = changes.compactMap(\.sold)
      return purchases == sold ? nil : "charged \(purchases), sold \(sold)"
    }
  }

  @Test func `1: a group serves one plan at most, and has one entitlement exactly then`() async {
    await Histories.uphold { _, life in
      let groups = try life.receipts.reduce(into: [:]) { $0[$1.count] = $1.group }
      for observation in life.observations {
        let serving = observation.entitlements.compactMap { groups[$0] }
        let active = observation.plans.filter(\.value.isActive).keys
        guard serving.sorted() == active.sorted() else { return "\(observation)" }
      }
      return nil
    }
  }

  @Test func `2: periods follow each other without overlap`() async {
    await Histories.uphold { _, life in
      let receipts = try life.receipts
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

  @Test func `7: a group has one introduction at most`() async {
    await Histories.uphold { _, life in
      let first = try life.receipts.filter { $0.isIntroduction && !$0.isRenewal }
      let groups = first.compactMap(\.group)
      return groups.count == Set(groups).count ? nil : "\(first)"
    }
  }

  @Test func `9: nobody gets back more than was paid, nor half of a refund`() async {
    await Histories.uphold { _, life in
      for transaction in life.shop.transactions {
        let (price, returned) = (transaction.price, transaction.refunded)
        let isFair =
          switch (transaction.revocation != nil, transaction.isUpgraded) {
          case (true, _): returned == price
          case (false, true): (0...price).contains(returned)
          case (false, false): returned == 0
          }
        guard isFair else { return "\(transaction)" }
      }
      return nil
    }
  }

  @Test func `5, 9: what was revoked is not due, and is what its last transaction says`() async {
    await Histories.uphold { _, life in
      for subscription in life.shop.ledger.subscriptions.values {
        let last = life.shop.ledger.current(subscription.transactionID)
        guard subscription.revocationDate == last.revocation?.date,
          subscription.expirationDate == last.period?.expirationDate,
          (subscription.dueDate == nil) == !subscription.isActive,
          subscription.isActive || !subscription.willAutoRenew
        else { return "\(subscription)" }
      }
      return nil
    }
  }

  @Test func `a car is owned exactly while a transaction of it stands`() async {
    await Histories.uphold { _, life in
      let standing = life.shop.transactions.filter {
        $0.type == .nonConsumable && $0.revocation == nil
      }
      let owned = Dictionary(standing.map { ($0.productID, [$0.id]) }, uniquingKeysWith: +)
      return owned == life.shop.ledger.owned.mapValues { [$0] } ? nil : "\(owned)"
    }
  }

  @Test func `the histories contain what the laws speak of`() async {
    var seen: Set<String> = []
    await Histories.uphold { _, life in
      seen.formUnion(life.shop.draft.changes.flatMap(\.kinds))
      return nil
    }
    #expect(
      seen.isSuperset(of: [
        "whole refund", "prorated refund", "revoked", "cut short", "upgraded", "renewal",
        "renewal changed", "order closed",
      ]))
  }

  @Test func `what is charged is what was quoted`() async {
    await Histories.uphold { _, life in
      life.surprise
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
  /// What happened, in a word, where a law speaks of it.
  fileprivate var kinds: [String] {
    switch event {
    case .refunded(_, _, let revocation):
      [revocation.type == .refundFull ? "whole refund" : "prorated refund"]
    case .charged(let transaction): transaction.reason == .renewal ? ["renewal"] : []
    case .revoked: ["revoked"]
    case .cutShort: ["cut short"]
    case .upgraded: ["upgraded"]
    case .renewalChanged: ["renewal changed"]
    case .orderClosed: ["order closed"]
    case .periodBegan, .expired, .finished, .entrusted, .orderSettled: []
    }
  }
}

extension Receipt {
  fileprivate var group: String? { NaiveGood.all.first { $0.id == good }?.group }

  /// When its service ends, or ended; `nil` for what is no period.
  fileprivate var serviceEnd: NaiveTime? {
    expires.map { end in min(end, revoked?.date ?? end) }
  }
}
