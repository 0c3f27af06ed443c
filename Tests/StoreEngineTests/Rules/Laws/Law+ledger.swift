import AppStorePayloads
import Foundation

@testable import StoreEngine

extension Law {
  static let all: [Law] = [
    naiveStore, settlingInSteps, replaying, growingIDs, chargedOnce, oneChargeForEachOrder,
    oneActiveSubscription, entitlements, periodsDoNotOverlap, oneIntroductoryOffer, money, refunds,
    lastTransaction, ownedCars, retryEnds, graceEnds, quotes, modifications,
  ]

  static let naiveStore = Law("naive store") { performed in
    let (naive, store) = (performed.naive, performed.real)
    let steps = performed.history.steps.filter { !$0.isWait }.map(\.description) + ["all"]
    let pairs = zip(zip(naive.observations, store.observations), steps)
    for ((expected, seen), step) in pairs where expected != seen {
      return "after '\(step)':\n\(expected.differences(from: seen))"
    }
    let receipts = try store.receipts
    for (expected, seen) in zip(naive.sold, receipts) where expected != seen {
      return "the naive store charged\n  \(expected)\nand the ledger\n  \(seen)"
    }
    return naive.sold.count == receipts.count ? nil : "the numbers of receipts differ"
  }

  static let settlingInSteps = Law("settling in steps") { performed in
    let once = performed.real.shop.draft
    let often = try RealStore(performed.history, settlesOften: true).shop.draft
    return once.ledger == often.ledger && once.changes == often.changes ? nil : "they differ"
  }

  static let replaying = Law("replaying") { performed in
    let draft = performed.real.shop.draft
    var replayed = Ledger(customer: draft.ledger.customer)
    for change in draft.changes { replayed.apply(change.event) }
    return replayed == draft.ledger ? nil : "the replayed ledger differs"
  }

  /// The transactions that a change names are those whose payloads it changes.
  static let modifications = Law("modifications") { performed in
    let draft = performed.real.shop.draft
    var ledger = Ledger(customer: draft.ledger.customer)
    for change in draft.changes {
      let before = ledger
      ledger.apply(change.event)
      let changed = ledger.transactions.values.filter { before.transactions[$0.id] != $0 }
      let modified = changed.filter {
        before.transactions[$0.id]?.payload(for: .server) != $0.payload(for: .server)
      }
      guard Set(change.modifiedTransactions) == Set(modified.map(\.id)) else {
        return "\(change.event) names \(change.modifiedTransactions)"
      }
    }
    return nil
  }

  static let growingIDs = Law("growing IDs") { performed in
    let changes = performed.real.shop.draft.changes
    let ids = changes.compactMap(\.charged?.id)
    guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else { return "\(ids)" }
    let dates = changes.map(\.date)
    let isSorted = performed.history.isBoughtInThePast || dates == dates.sorted()
    return isSorted ? nil : "\(dates)"
  }

  static let lastTransaction = Law("last transaction") { performed in
    for subscription in performed.real.shop.ledger.subscriptions.values {
      let last = performed.real.shop.ledger.current(subscription.transactionID)
      guard subscription.revocationDate == last.revocation?.date,
        subscription.expirationDate == last.period?.expirationDate,
        (subscription.dueDate == nil) == !subscription.isActive,
        subscription.isActive || !subscription.willAutoRenew
      else { return "\(subscription)" }
    }
    return nil
  }

  static let ownedCars = Law("owned cars") { performed in
    let shop = performed.real.shop
    let unrevoked = shop.transactions.filter { $0.type == .nonConsumable && $0.revocation == nil }
    let owned = Dictionary(unrevoked.map { ($0.productID, [$0.id]) }, uniquingKeysWith: +)
    return owned == shop.ledger.owned.mapValues { [$0] } ? nil : "\(owned)"
  }
}

extension Recipient {
  fileprivate static let server = Recipient(
    bundleID: "", appTransactionID: "", signedDate: .distantPast, environment: .sandbox)
}

extension LedgerFixture {
  /// The transactions that were deleted.
  var deleted: Set<TransactionID> {
    Set(
      draft.changes.compactMap { change in
        if case .deleted(let id) = change.event { id } else { nil }
      })
  }
}

extension RealStore {
  /// The groups of which a period was deleted: the store may have forgotten the subscription.
  var forgottenGroups: Set<String> {
    let deleted = shop.deleted
    let charged = shop.draft.changes.compactMap(\.charged).filter { deleted.contains($0.id) }
    return Set(charged.compactMap(\.period?.groupID))
  }
}

extension LedgerChange {
  var charged: LedgerTransaction? {
    guard case .charged(let transaction) = event else { return nil }
    return transaction
  }

  /// The transaction of an order that was charged.
  var sold: TransactionID? {
    guard case .orderSettled(_, _, let outcome) = event, !outcome.alreadyOwned, !outcome.scheduled
    else { return nil }
    return outcome.transactionID
  }
}
