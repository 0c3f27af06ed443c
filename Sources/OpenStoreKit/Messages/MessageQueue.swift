import AppStorePayloads
import Foundation

// The messages that are due for a subscription:
//
//   in grace, or in billing retry                     1 billingIssue
//   active, its price increase waits for consent      2 priceIncreaseConsent
//   expired, eligible for a win-back offer            3 winBackOffer
//   expired 30 days ago at most, no longer sold       4 generic
//   everything else                                   5 none
//
// Invariants:
//
// 1. A listener receives a message once for each reason, subscription and period. One that was no
//    longer due and is due again is another message, even if nobody listened meanwhile.
// 2. Only signed data that can be trusted causes a message.
// 3. A message that a listener has received is not sent to listeners that begin later. A message
//    that no listener has received waits for the next one.

/// The messages that are due, and who has received them.
struct MessageQueue: Sendable {
  /// A listener's number, which no other has.
  struct ListenerID: Hashable, Sendable {
    fileprivate let value: Int
  }

  private struct Listener {
    /// The messages that it has received, and those received before it began.
    var received: Set<Message>
    /// Whether the store has been asked since it began.
    var isReady = false
  }

  private var due: [Message] = []
  private var received: Set<Message> = []
  private var listeners: [ListenerID: Listener] = [:]
  private var nextID = 0

  /// Adds a listener, which receives nothing before ``markReady(_:)``.
  mutating func addListener() -> ListenerID {
    nextID += 1
    let id = ListenerID(value: nextID)
    listeners[id] = Listener(received: received)
    return id
  }

  mutating func markReady(_ listener: ListenerID) { listeners[listener]?.isReady = true }

  mutating func removeListener(_ listener: ListenerID) { listeners[listener] = nil }

  /// Sets the messages that are due to those of these subscriptions.
  mutating func update(_ subscriptions: [VerifiedPurchases.Subscription], at now: Date) {
    due = subscriptions.filter(\.isVerified).flatMap { Message.due(for: $0, at: now) }
    received.formIntersection(due)
    for listener in listeners.keys { listeners[listener]?.received.formIntersection(due) }
  }

  /// Returns the next message for a listener, and marks it as received; `nil` if no message is due.
  mutating func next(for listener: ListenerID) -> Message? {
    guard let state = listeners[listener], state.isReady,
      let message = due.first(where: { !state.received.contains($0) })
    else { return nil }
    listeners[listener]?.received.insert(message)
    received.insert(message)
    return message
  }
}

extension Message {
  /// How long a message says that a plan has ended because it is no longer sold.
  ///
  /// Apple does not say which messages are generic, or for how long.
  private static let genericPeriod: TimeInterval = 30 * 86_400

  /// The messages that are relevant to a subscription now.
  static func due(
    for subscription: VerifiedPurchases.Subscription, at now: Date
  ) -> [Message] {
    let renewalInfo = subscription.renewalInfo.payload
    let status = subscription.status(at: now)
    let isActive = status != .expired && status != .revoked
    let asksForConsent =
      isActive && renewalInfo.priceIncreaseStatus == .pending && renewalInfo.autoRenewStatus == .on
    let isWonBack = status == .expired && renewalInfo.eligibleWinBackOfferIds?.isEmpty == false
    let end = subscription.transaction.payload.expiresDate ?? .distantPast
    let isWithdrawn =
      status == .expired && renewalInfo.expirationIntent == .productUnavailable
      && now.timeIntervalSince(end) < genericPeriod
    let reasons: [(Reason, Bool)] = [
      (.billingIssue, status == .billingGracePeriod || status == .billingRetry),
      (.priceIncreaseConsent, asksForConsent), (.winBackOffer, isWonBack),
      (.generic, isWithdrawn),
    ]
    return reasons.filter(\.1).map { reason, _ in
      Message(
        reason: reason, groupID: subscription.groupID,
        originalID: renewalInfo.originalTransactionId,
        transactionID: subscription.transaction.payload.transactionId)
    }
  }
}
