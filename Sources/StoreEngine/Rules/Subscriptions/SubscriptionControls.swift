import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.Subscription: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    []
  }
}

extension OperatorCommand.Expire: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.activeSubscription(subscription).expire(at: now)
  }
}

extension OperatorCommand.DisableAutoRenew: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.activeSubscription(subscription).setAutoRenew(false)
  }
}

extension OperatorCommand.EnableAutoRenew: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.activeSubscription(subscription).setAutoRenew(true)
  }
}

extension OperatorCommand.Renew: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.forceRenewal(
      of: ledger.activeSubscription(subscription), at: now, in: snapshot)
  }
}

extension OperatorCommand.FailBilling: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.activeSubscription(subscription).failBilling()
  }
}

extension OperatorCommand.RecoverBilling: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    ledger.recoverBilling(
      of: try ledger.activeSubscription(subscription), at: now, in: snapshot)
  }
}

extension OperatorCommand.Extend: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    let plan = try ledger.activeSubscription(subscription)
    let price = ledger.current(plan.transactionID).price
    return try plan.extend(byDays: days, price: price, at: now, in: snapshot)
  }
}

extension OperatorCommand.RequestPriceIncreaseConsent: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.activeSubscription(subscription).requestPriceIncreaseConsent(in: snapshot)
  }
}

extension OperatorCommand.AnswerPriceIncrease: LedgerRule {
  func events(in ledger: Ledger, at now: Date, snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    try ledger.activeSubscription(subscription).answerPriceIncrease(isAccepted: isAccepted)
  }
}
