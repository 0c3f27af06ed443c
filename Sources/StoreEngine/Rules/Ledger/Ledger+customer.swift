package import Foundation
package import StoreAPI

extension Ledger {
  /// Returns the events of a customer's command.
  ///
  /// Everything that is due until `now` must be settled.
  ///
  /// - Throws: The command's errors; then nothing happens.
  package func events(
    of command: CustomerCommand, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    switch command {
    case .disableAutoRenew(let groupID): try active(in: groupID).setAutoRenew(false)
    case .enableAutoRenew(let groupID, let productID, let price):
      try active(in: groupID).enableAutoRenew(shown: productID, at: price, in: snapshot)
    case .answerPriceIncrease(let groupID, let price, let isAccepted):
      try active(in: groupID).answerShownPrice(price, isAccepted: isAccepted, in: snapshot)
    case .setFamilySharing(let groupID, let isOn):
      try active(in: groupID).setFamilySharing(isOn, in: snapshot)
    case .fixPayment(let charges): try checkedPayment(shown: charges, at: now, in: snapshot)
    case .requestRefund(let id, let requestID, let reason, let text):
      try requestRefund(
        of: id, RefundRequest(id: requestID, date: now, reason: reason, text: text), in: snapshot)
    }
  }

  /// Resolves every billing problem, if the charges are those that the customer was shown.
  ///
  /// - Throws: ``StoreAPI/StoreError/priceChanged(productID:price:currency:)`` and
  ///   ``StoreAPI/StoreError/unknownProduct(productID:)``.
  private func checkedPayment(
    shown: [RenewalCharge], at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    let events = billingRecovery(at: now, in: snapshot)
    try refuseOtherCharges(of: events, than: shown, in: snapshot)
    try refuseEnds(of: events, insteadOf: shown)
    return events
  }

  private func refuseOtherCharges(
    of events: [LedgerEvent], than shown: [RenewalCharge], in snapshot: CatalogueSnapshot
  ) throws(StoreError) {
    for charge in events.compactMap(\.renewalCharge) where !shown.contains(charge) {
      throw .priceChanged(
        productID: charge.productID, price: charge.price, currency: snapshot.storefront.currency)
    }
  }

  /// A plan for which a charge was shown must not end.
  private func refuseEnds(
    of events: [LedgerEvent], insteadOf shown: [RenewalCharge]
  ) throws(StoreError) {
    for case .expired(let groupID, _) in events {
      let endingPlanID = subscriptions[groupID]?.autoRenewPreference
      if let charge = shown.first(where: { $0.productID == endingPlanID }) {
        throw .unknownProduct(productID: charge.productID)
      }
    }
  }

  /// Returns the events that resolve the billing problem of every active subscription, in the order of
  /// their groups.
  private func billingRecovery(at now: Date, in snapshot: CatalogueSnapshot) -> [LedgerEvent] {
    subscriptions.keys.sorted().reduce(into: LedgerDraft(self)) { draft, groupID in
      guard let subscription = draft.ledger.subscriptions[groupID], subscription.isActive else {
        return
      }
      // On the ledger after the ones before: each renewal has a transaction ID of its own.
      let events = draft.ledger.recoverBilling(of: subscription, at: now, in: snapshot)
      draft.record(events, at: now, in: snapshot)
    }.changes.map(\.event)
  }

  /// Returns the active subscription of a group.
  ///
  /// - Throws: ``StoreError/notSubscribed(productID:account:)`` if no plan of the group is active, and
  ///   ``StoreError/familyShared(transactionID:)`` if only one is that a family member shares.
  private func active(in groupID: String) throws(StoreError) -> Subscription {
    if let subscription = subscriptions[groupID], subscription.isActive { return subscription }
    let shared = sharedPlans.values.map(\.subscription).first {
      $0.groupID == groupID && $0.isActive
    }
    if let shared { throw .familyShared(transactionID: shared.transactionID) }
    throw .notSubscribed(productID: groupID, account: nil)
  }
}

extension Subscription {
  /// Turns renewal on, if the next period has the plan and the price that the customer was shown;
  /// nothing happens if it is on.
  ///
  /// The customer thereby agrees to this price: 15 in PriceIncrease.swift.
  ///
  /// - Throws: ``StoreAPI/StoreError/priceChanged(productID:price:currency:)`` and
  ///   ``StoreAPI/StoreError/unknownProduct(productID:)``.
  fileprivate func enableAutoRenew(
    shown productID: String, at price: Decimal?, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    guard !willAutoRenew else { return [] }
    let next = PlannedPeriod(after: self, in: snapshot)
    if let next, next.term.productID != productID || next.price != price {
      throw .priceChanged(
        productID: next.term.productID, price: next.price, currency: snapshot.storefront.currency)
    }
    if next == nil, price != nil || autoRenewPreference != productID {
      throw .unknownProduct(productID: autoRenewPreference)
    }
    return enableAutoRenew(shown: next)
  }

  /// Answers whether the customer agrees to the price that they were shown; nothing happens if they
  /// have answered so already.
  ///
  /// They can decline whatever the price is now.
  ///
  /// - Throws: ``StoreAPI/StoreError/priceChanged(productID:price:currency:)`` and
  ///   ``StoreAPI/StoreError/noPriceIncrease(productID:)``.
  fileprivate func answerShownPrice(
    _ price: Decimal, isAccepted: Bool, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    if let increase = priceIncrease, increase.productID == autoRenewPreference {
      switch increase.status {
      case .agreed where isAccepted && increase.price == price: return []
      case .pending where isAccepted && willAutoRenew && increase.price != price,
        .agreed where isAccepted && willAutoRenew:
        throw .priceChanged(
          productID: increase.productID, price: increase.price,
          currency: snapshot.storefront.currency
        )
      case .declined where !isAccepted: return []
      default: break
      }
    }
    return try answerPriceIncrease(isAccepted: isAccepted)
  }
}

extension LedgerEvent {
  fileprivate var renewalCharge: RenewalCharge? {
    guard case .charged(let transaction) = self else { return nil }
    return RenewalCharge(productID: transaction.productID, price: transaction.price)
  }
}
