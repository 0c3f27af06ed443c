package import Foundation
package import StoreAPI

extension Ledger {
  /// Returns the events of a customer's command.
  ///
  /// Everything that is due until `now` must be settled.
  ///
  /// - Throws: The command's faults; then nothing happens.
  package func events(
    of command: CustomerCommand, at now: Date, in market: Market
  ) throws(StoreFault) -> [LedgerEvent] {
    switch command {
    case .disableAutoRenew(let groupID): try active(in: groupID).setAutoRenew(false)
    case .enableAutoRenew(let groupID): try active(in: groupID).setAutoRenew(true)
    case .answerPriceIncrease(let groupID, let isAccepted):
      try active(in: groupID).answerPriceIncrease(isAccepted: isAccepted)
    case .fixPayment: fixPayment(at: now, in: market)
    }
  }

  /// Mends the payment of every active subscription, in the order of their groups.
  private func fixPayment(at now: Date, in market: Market) -> [LedgerEvent] {
    subscriptions.keys.sorted().reduce(into: LedgerDraft(self)) { draft, groupID in
      guard let subscription = draft.ledger.subscriptions[groupID], subscription.isActive else {
        return
      }
      // On the ledger after the ones before: each renewal has a transaction ID of its own.
      draft.record(draft.ledger.recoverBilling(of: subscription, at: now, in: market), at: now)
    }.changes.map(\.event)
  }

  /// Returns the active subscription of a group.
  ///
  /// - Throws: ``StoreFault/notSubscribed(_:account:)`` if no plan of the group is active.
  private func active(in groupID: String) throws(StoreFault) -> Subscription {
    guard let subscription = subscriptions[groupID], subscription.isActive else {
      throw .notSubscribed(groupID, account: nil)
    }
    return subscription
  }
}
