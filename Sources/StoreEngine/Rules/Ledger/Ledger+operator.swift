import AppStorePayloads
package import Foundation
package import StoreAPI

extension Ledger {
  /// Returns the events of an operator's command about a transaction, an order or a subscription;
  /// none for any other command.
  ///
  /// Everything that is due until `now` must be settled.
  ///
  /// - Throws: The command's errors; then nothing happens.
  package func events(
    of command: OperatorCommand, at now: Date, in market: Market
  ) throws(StoreError) -> [LedgerEvent] {
    switch command {
    case .refund(let id, let reason, let percentage):
      try refund(id, reason: reason ?? .other, percentage: percentage, at: now)
    case .declineRefund(let id): try declineRefund(of: id)
    case .reverseRefund(let id): try reverseRefund(of: id, at: now)
    case .delete(let id): try delete(id)
    case .approve(let number): try approve(number, at: now, in: market)
    case .decline(let number): try decline(number)
    case .resolve(let number): try resolve(number, at: now, in: market)
    case .expire(let reference): try activeSubscription(reference).expire(at: now)
    case .disableAutoRenew(let reference): try activeSubscription(reference).setAutoRenew(false)
    case .enableAutoRenew(let reference): try activeSubscription(reference).setAutoRenew(true)
    case .renew(let reference):
      try forceRenewal(of: activeSubscription(reference), at: now, in: market)
    case .failBilling(let reference): try activeSubscription(reference).failBilling()
    case .recoverBilling(let reference):
      recoverBilling(of: try activeSubscription(reference), at: now, in: market)
    case .extend(let reference, let days): try extend(reference, byDays: days, at: now, in: market)
    case .requestPriceIncreaseConsent(let reference):
      try activeSubscription(reference).requestPriceIncreaseConsent(in: market)
    case .answerPriceIncrease(let reference, let isAccepted):
      try activeSubscription(reference).answerPriceIncrease(isAccepted: isAccepted)
    default: []
    }
  }

  /// Source: "deleteTransaction(identifier:)" of StoreKitTest.
  private func delete(_ id: TransactionID) throws(StoreError) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
    guard transaction.shared == nil else { throw .familyShared(transactionID: id) }
    return [.deleted(transactionID: id)]
  }

  private func extend(
    _ reference: SubscriptionReference, byDays days: Int, at now: Date, in market: Market
  ) throws(StoreError) -> [LedgerEvent] {
    let subscription = try activeSubscription(reference)
    let price = current(subscription.transactionID).price
    return try subscription.extend(byDays: days, price: price, at: now, in: market)
  }
}
