package import StoreAPI

/// Whether a customer may begin a plan with its introductory offer; quotes, purchases and holdings
/// all ask here.
///
/// A customer has one introductory offer in each group, for ever, and only with a first period that
/// replaces no current one. A refund does not give it back. It is invariant 7 of Subscription.swift.
package struct IntroductoryOfferEligibility: Hashable, Sendable {
  private let isUsed: Bool
  private let isSubscribed: Bool

  /// - Parameter subscription: The customer's present or last one in the plan's group.
  package init(_ subscription: Subscription?) {
    isUsed = subscription?.usedIntroductoryOffer ?? false
    isSubscribed = subscription?.isActive ?? false
  }

  /// The offer with which the customer would begin a plan now; `nil` if there is none for them.
  package func offer(of plan: StoreSubscription) -> StoreOffer? {
    isUsed || isSubscribed ? nil : plan.introductoryOffer
  }

  /// Whether the group's offer is used once a planned period has begun.
  package func isUsed(after planned: PlannedPeriod) -> Bool {
    isUsed || planned.offer?.type == .introductory
  }

  /// The groups in which these subscriptions' customer has used the offer.
  package static func usedGroups(_ subscriptions: [Subscription]) -> [String] {
    subscriptions.filter { IntroductoryOfferEligibility($0).isUsed }.map(\.groupID)
  }
}
