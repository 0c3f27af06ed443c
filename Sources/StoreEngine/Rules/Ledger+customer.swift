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
    case .answerPriceIncrease(let groupID, _):
      // No price asks for consent yet.
      try none(in: active(in: groupID))
    case .fixPayment:
      // No payment fails yet.
      []
    }
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

  private func none(in subscription: Subscription) -> [LedgerEvent] { [] }
}
