import AppStorePayloads
import Foundation

// The messages that notify a purchaser's family.
extension Ledger {
  /// Returns the messages about events that were applied at `date`: one for each shared product and
  /// each recipient.
  func messages(of events: [LedgerEvent], at date: Date) -> [FamilyMessage] {
    recipients.isEmpty ? [] : messages(changes(of: events), at: date)
  }

  /// Returns the messages about changes: one for each recipient and each change.
  func messages(_ changes: [FamilyMessage.Change], at date: Date) -> [FamilyMessage] {
    recipients.flatMap { recipient in
      changes.map {
        FamilyMessage(to: recipient, at: date, body: .init(purchaser: customer, change: $0))
      }
    }
  }

  /// The customer's shared purchases, for somebody who joins the family.
  package var sharedNow: [FamilyMessage.Change] {
    let purchases = owned.values.sorted().map { id in
      FamilyMessage.Change.purchased(transaction: current(id))
    }
    let plans = subscriptions.keys.sorted().filter { subscriptions[$0]?.grantsAccess == true }
    return purchases + plans.compactMap { changes(ofGroup: $0, upgraded: nil) }
  }

  private func changes(of events: [LedgerEvent]) -> [FamilyMessage.Change] {
    var changes: [FamilyMessage.Change] = []
    var groups: [String] = []
    var upgraded: TransactionID?
    for event in events {
      switch event {
      case .charged(let transaction):
        guard transaction.type == .nonConsumable, transaction.shared == nil else { break }
        changes.append(.purchased(transaction: transaction))
      case .refunded(let id, _, let revocation):
        changes.append(.refunded(transactionID: id, reason: revocation.reason))
      // For the family this is like a refund: the purchaser no longer has what was shared.
      case .deleted(let id): changes.append(.refunded(transactionID: id))
      case .refundReversed(let id, _):
        // A subscription is shared below, with its group.
        guard current(id).type == .nonConsumable else { break }
        changes.append(.purchased(transaction: current(id)))
      case .upgraded(let id, _): upgraded = id
      case .periodBegan(let subscription): groups.append(subscription.groupID)
      case .renewalChanged(let groupID, _, _), .offerRedeemed(let groupID, _, _),
        .cutShort(let groupID, _), .expired(let groupID, _), .revoked(let groupID, _),
        .revocationReversed(let groupID), .billingRetryBegan(let groupID, _),
        .gracePeriodExpired(let groupID), .billingIssueChanged(let groupID, _),
        .renewalDateExtended(let groupID, _, _), .familySharingChanged(let groupID, _):
        groups.append(groupID)
      case .priceChanged, .priceIncreaseAnswered, .offerPriceChanged, .nextOfferPriceChanged,
        .refundRequested, .refundDeclined, .consumptionReported, .consumptionRequested,
        .extensionGranted,
        .sharedPlanChanged, .sharingEnded,
        .finished,
        .appAccountTokenSet, .reassigned, .orderSettled, .orderClosed, .orderWaits, .orderRepeated,
        .orderDeclined,
        .orderLapsed, .orderReassigned:
        break
      }
    }
    var known: Set<String> = []
    return changes
      + groups.filter { known.insert($0).inserted }
      .compactMap { self.changes(ofGroup: $0, upgraded: upgraded) }
  }

  private func changes(ofGroup groupID: String, upgraded: TransactionID?) -> FamilyMessage.Change? {
    subscriptions[groupID].map {
      .subscription(state: $0, transaction: current($0.transactionID), upgraded: upgraded)
    }
  }
}
