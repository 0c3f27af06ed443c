package import AppStorePayloads
import Foundation

/// A subscription that a family member shares with the customer.
///
/// It is a chain of its own, separate from the customer's own subscription in the group, and has no
/// due date: its changes come as messages.
package struct SharedPlan: Codable, Hashable, Sendable {
  package var purchaser: CustomerNumber
  /// The original ID of the purchaser's subscription.
  package var purchaserOriginalID: TransactionID
  /// The purchaser's subscription as the customer sees it: with the customer's transaction IDs, and
  /// without what concerns only the purchaser.
  package var subscription: Subscription

  enum CodingKeys: String, CodingKey, CaseIterable {
    case purchaser, purchaserOriginalID, subscription
  }

  /// Creates the plan that a customer sees.
  ///
  /// - Parameters:
  ///   - subscription: The purchaser's subscription.
  ///   - purchaser: The family member who pays for it.
  ///   - transaction: The customer's transaction of its current period.
  init(
    _ subscription: Subscription, of purchaser: CustomerNumber, as transaction: LedgerTransaction
  ) {
    self.purchaser = purchaser
    purchaserOriginalID = subscription.originalID
    self.subscription = subscription.shared(as: transaction)
  }
}

extension SharedPlan {
  /// Returns the notification that a family member gets access; of everything else only the
  /// purchaser's ledger has one.
  func notifications(after earlier: SharedPlan?) -> [StoreNotification] {
    guard subscription.isActive, earlier?.subscription.isActive != true else { return [] }
    return [StoreNotification(.subscribed, earlier == nil ? .initialBuy : .resubscribe)]
  }
}

extension Subscription {
  /// Prices, offers, extensions and their counts are the purchaser's own.
  fileprivate func shared(as transaction: LedgerTransaction) -> Subscription {
    var shared = Subscription(
      groupID: groupID, originalID: transaction.originalID,
      originalPurchaseDate: originalPurchaseDate, transactionID: transaction.id, term: term,
      autoRenewPreference: autoRenewPreference, willAutoRenew: willAutoRenew,
      expirationIntent: expirationIntent,
      recentSubscriptionStartDate: recentSubscriptionStartDate, usedIntroductoryOffer: false,
      renewalCount: 0, revocationDate: revocationDate)
    shared.term.offer = nil
    shared.billingIssue = billingIssue
    shared.billingIssue?.renewalPrice = nil
    return shared
  }
}
