import AppStorePayloads
import Foundation

// The messages that notify a purchaser's family.
extension Ledger {
  /// Returns the messages about events that were applied at `date`: one for each shared product and
  /// each recipient.
  func messages(of events: [LedgerEvent], at date: Date) -> [FamilyMessage] {
    recipients.isEmpty ? [] : messages(news(of: events), at: date)
  }

  /// Returns the messages with the news: one for each recipient and each piece of news.
  func messages(_ news: [FamilyMessage.News], at date: Date) -> [FamilyMessage] {
    recipients.flatMap { recipient in
      news.map {
        FamilyMessage(to: recipient, at: date, body: .init(purchaser: customer, news: $0))
      }
    }
  }

  /// The customer's shared purchases, for somebody who joins the family.
  package var sharedNow: [FamilyMessage.News] {
    let purchases = owned.values.sorted().map { id in
      FamilyMessage.News.purchased(transaction: current(id))
    }
    let plans = subscriptions.keys.sorted().filter { subscriptions[$0]?.givesService == true }
    return purchases + plans.compactMap { news(ofGroup: $0, upgraded: nil) }
  }

  private func news(of events: [LedgerEvent]) -> [FamilyMessage.News] {
    var news: [FamilyMessage.News] = []
    var groups: [String] = []
    var upgraded: TransactionID?
    for event in events {
      switch event {
      case .charged(let transaction)
      where transaction.type == .nonConsumable && transaction.shared == nil:
        news.append(.purchased(transaction: transaction))
      case .refunded(let id, _, let revocation):
        news.append(.refunded(transactionID: id, reason: revocation.reason))
      // For the family this is like a refund: the purchaser no longer has what was shared.
      case .deleted(let id): news.append(.refunded(transactionID: id))
      case .refundReversed(let id, _):
        // A subscription is shared below, with its group.
        guard current(id).type == .nonConsumable else { break }
        news.append(.purchased(transaction: current(id)))
      case .upgraded(let id, _): upgraded = id
      default: break
      }
      if let group = event.sharedGroup, !groups.contains(group) { groups.append(group) }
    }
    return news + groups.compactMap { self.news(ofGroup: $0, upgraded: upgraded) }
  }

  private func news(ofGroup groupID: String, upgraded: TransactionID?) -> FamilyMessage.News? {
    subscriptions[groupID].map {
      .subscription(state: $0, transaction: current($0.transactionID), upgraded: upgraded)
    }
  }
}

extension LedgerEvent {
  /// The group of an own subscription whose change family members see.
  fileprivate var sharedGroup: String? {
    switch self {
    case .periodBegan(let subscription): subscription.groupID
    case .renewalChanged(let groupID, _, _), .offerRedeemed(let groupID, _, _),
      .cutShort(let groupID, _), .expired(let groupID, _),
      .revoked(let groupID, _), .revocationReversed(let groupID),
      .billingRetryBegan(let groupID, _), .gracePeriodExpired(let groupID),
      .billingIssueChanged(let groupID, _), .renewalDateExtended(let groupID, _, _),
      .familySharingChanged(let groupID, _):
      groupID
    default: nil
    }
  }
}
