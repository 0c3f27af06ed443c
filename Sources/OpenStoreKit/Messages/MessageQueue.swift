import StoreAPI

// Which messages are due, by what a subscription is:
//
//   in grace, or in billing retry                     1 billingIssue
//   active, its price increase waits for consent      2 priceIncreaseConsent
//   expired, eligible for a win-back offer            3 winBackOffer
//   everything else                                   4 none
//
// What always holds:
//
// 1. A message is taken once for each reason, subscription and period, in a run of the app. One that
//    was not due any more and is due again is another message.
// 2. Only signed data that can be trusted causes a message.

/// The messages that are due, and those that were taken.
struct MessageQueue: Sendable {
  private var taken: Set<Message> = []

  /// Takes the messages that are due for these subscriptions and were not taken before.
  mutating func take(
    _ subscriptions: [CustomerHoldings.Subscription], at now: Date
  ) -> [Message] {
    let due = subscriptions.filter(\.isVerified).flatMap { Message.due(for: $0, at: now) }
    taken.formIntersection(due)
    return due.filter { taken.insert($0).inserted }
  }
}

extension Message {
  /// The messages that are relevant to a subscription now.
  static func due(
    for subscription: CustomerHoldings.Subscription, at now: Date
  ) -> [Message] {
    let renewalInfo = subscription.renewalInfo.payload
    let status = subscription.status(at: now)
    let isActive = status != .expired && status != .revoked
    let asksForConsent =
      isActive && renewalInfo.priceIncreaseStatus == .pending && renewalInfo.autoRenewStatus == .on
    let isWonBack = status == .expired && renewalInfo.eligibleWinBackOfferIds?.isEmpty == false
    let reasons: [(Reason, Bool)] = [
      (.billingIssue, status == .billingGracePeriod || status == .billingRetry),
      (.priceIncreaseConsent, asksForConsent), (.winBackOffer, isWonBack),
    ]
    return reasons.filter(\.1).map { reason, _ in
      Message(
        reason: reason, groupID: subscription.groupID,
        originalID: renewalInfo.originalTransactionId,
        transactionID: subscription.transaction.payload.transactionId)
    }
  }
}
