import AppStorePayloads
import Foundation

// The effect of a message on the family member's ledger. Invariants; the tests name their numbers:
//
// 5. Only a non-consumable and a subscription whose product is family shareable are shared, even
//    when the product is no longer sold. A purchaser can keep a plan to themselves.
// 6. A shared transaction costs nothing, is of the customer's own numbers, and has the purchaser's
//    dates.
// 7. Access that ends revokes the transaction for good: access that is given again is a new
//    transaction, in the same chain, because the revoked one has been delivered with its date.
//    Source: "RESUBSCRIBE" of a family member in "notificationType".
extension Ledger {
  /// Returns the events of a message.
  func events(of message: FamilyMessage, in snapshot: CatalogueSnapshot) -> [LedgerEvent] {
    let (purchaser, date) = (message.body.purchaser, message.date)
    switch message.body.change {
    case .purchased(let transaction):
      return purchased(transaction, by: purchaser, in: snapshot)
    case .subscription(let state, let transaction, let upgraded):
      let plan = PurchasedPlan(
        purchaser: purchaser, subscription: state, transaction: transaction, upgraded: upgraded)
      return changed(plan, at: date, in: snapshot)
    case .refunded(let id, let reason):
      return transactions.values.first { $0.isShared(from: id) }
        .map { withdrawal(of: $0.id, because: reason, at: date) } ?? []
    case .sharingEnded:
      return sharedIDs(of: purchaser).flatMap { withdrawal(of: $0, at: date) }
    }
  }

  private func purchased(
    _ transaction: LedgerTransaction, by purchaser: CustomerNumber, in snapshot: CatalogueSnapshot
  ) -> [LedgerEvent] {
    guard snapshot.isFamilyShareable(transaction.productID), sharedPurchases[transaction.id] == nil
    else {
      return []
    }
    return [.charged(transaction: copy(of: transaction, from: purchaser, originalID: nil))]
  }

  private func changed(
    _ plan: PurchasedPlan, at date: Date, in snapshot: CatalogueSnapshot
  ) -> [LedgerEvent] {
    guard let known = sharedPlans[plan.subscription.originalID],
      known.subscription.revocationDate == nil
    else {
      let earlier = sharedPlans[plan.subscription.originalID]?.subscription.originalID
      return plan.isShared(in: snapshot) ? begin(plan, originalID: earlier) : []
    }
    let id = known.subscription.transactionID
    guard current(id).shared?.transactionID != plan.transaction.id else {
      return changed(plan, from: known, at: date)
    }
    guard plan.isShared(in: snapshot) else {
      return known.subscription.isActive ? withdrawal(of: id, at: date) : []
    }
    return end(known, before: plan) + begin(plan, originalID: known.subscription.originalID)
  }

  /// Ends the known period before the purchaser's next one, which can begin early.
  private func end(_ known: SharedPlan, before next: PurchasedPlan) -> [LedgerEvent] {
    let (id, start) = (known.subscription.transactionID, next.transaction.purchaseDate)
    if current(id).shared?.transactionID == next.upgraded {
      return [.upgraded(transactionID: id, refund: 0)]
    }
    guard known.subscription.expirationDate > start else { return [] }
    return [.sharedPlanChanged(plan: known.ending(at: start))]
  }

  /// The same period of a plan has changed.
  private func changed(
    _ plan: PurchasedPlan, from known: SharedPlan, at date: Date
  ) -> [LedgerEvent] {
    let transaction = current(known.subscription.transactionID)
    guard plan.subscription.revocationDate == nil, plan.subscription.isSharedWithFamily else {
      return withdrawal(of: transaction.id, at: date)
    }
    let changed = SharedPlan(plan.subscription, of: plan.purchaser, as: transaction)
    return changed == known ? [] : [.sharedPlanChanged(plan: changed)]
  }

  private func begin(_ plan: PurchasedPlan, originalID: TransactionID?) -> [LedgerEvent] {
    let transaction = copy(of: plan.transaction, from: plan.purchaser, originalID: originalID)
    return [
      .charged(transaction: transaction),
      .sharedPlanChanged(
        plan: SharedPlan(plan.subscription, of: plan.purchaser, as: transaction)),
    ]
  }

  /// Revokes a shared transaction, and the plan whose current transaction it is.
  ///
  /// The reason is that of the purchaser's refund. Source: "revocationReason".
  private func withdrawal(
    of id: TransactionID, because reason: RevocationReason? = nil, at date: Date
  ) -> [LedgerEvent] {
    guard current(id).revocation == nil else { return [] }
    let plan = sharedPlans.values.first { $0.subscription.transactionID == id }
    return [.sharingEnded(transactionID: id, date: date, reason: reason)]
      + (plan.map { [.sharedPlanChanged(plan: $0.revoked(at: date))] } ?? [])
  }

  /// The transactions that a purchaser shares now, in the order of their IDs.
  private func sharedIDs(of purchaser: CustomerNumber) -> [TransactionID] {
    let purchases = sharedPurchases.values.filter { current($0).shared?.purchaser == purchaser }
    let plans = sharedPlans.values.filter { $0.purchaser == purchaser && $0.subscription.isActive }
    return (purchases + plans.map(\.subscription.transactionID)).sorted()
  }

  /// The member's transaction has only the shared part of the purchaser's transaction.
  private func copy(
    of original: LedgerTransaction, from purchaser: CustomerNumber, originalID: TransactionID?
  ) -> LedgerTransaction {
    LedgerTransaction(
      id: nextTransactionID, originalID: originalID ?? nextTransactionID,
      productID: original.productID, type: original.type, purchaseDate: original.purchaseDate,
      originalPurchaseDate: original.originalPurchaseDate, reason: original.reason, price: 0,
      storefront: original.storefront,
      period: original.period.map {
        .init(
          groupID: $0.groupID, webOrderLineItemID: String(nextLineItem),
          expirationDate: $0.expirationDate)
      },
      shared: SharedSource(purchaser: purchaser, transactionID: original.id))
  }
}

/// A purchaser's subscription, as a message has it.
private struct PurchasedPlan {
  let purchaser: CustomerNumber
  let subscription: Subscription
  let transaction: LedgerTransaction
  let upgraded: TransactionID?

  /// Whether it gives a family member access.
  func isShared(in snapshot: CatalogueSnapshot) -> Bool {
    subscription.grantsAccess && subscription.isSharedWithFamily
      && snapshot.isFamilyShareable(transaction.productID)
  }
}

extension SharedPlan {
  fileprivate func ending(at date: Date) -> SharedPlan {
    var ending = self
    ending.subscription.term.billingCycle = subscription.term.billingCycle.ending(at: date)
    return ending
  }

  fileprivate func revoked(at date: Date) -> SharedPlan {
    var revoked = self
    revoked.subscription.revocationDate = date
    revoked.subscription.end()
    return revoked
  }
}

extension LedgerTransaction {
  /// Whether it is shared now, from the purchaser's transaction with this ID.
  fileprivate func isShared(from id: TransactionID) -> Bool {
    shared?.transactionID == id && revocation == nil
  }
}
