import AppStorePayloads
package import StoreAPI

/// Decides whether a customer may begin a plan with its introductory offer, for quotes, purchases
/// and purchases.
///
/// A customer may use one introductory offer in each group, and only if no subscription of the
/// group is active. After a refund it stays used. This is invariant 7 of Subscription.swift.
package struct IntroductoryOfferEligibility: Hashable, Sendable {
  private let isUsed: Bool
  private let isSubscribed: Bool

  /// - Parameter subscription: The customer's present or last subscription in the plan's group.
  package init(_ subscription: Subscription?) {
    isUsed = subscription?.usedIntroductoryOffer ?? false
    isSubscribed = subscription?.isActive ?? false
  }

  /// Returns the offer with which the customer would begin a plan now, or `nil` without an offer.
  package func offer(of plan: StoreSubscription) -> StoreOffer? {
    isUsed || isSubscribed ? nil : plan.introductoryOffer
  }

  /// Returns whether the group's offer is used once a planned period of a plan has begun: the
  /// period has this offer, or a code's offer instead.
  ///
  /// A code uses up nothing if the plan has no introductory offer, or if the customer could not
  /// have it.
  package func isUsed(after planned: PlannedPeriod, of plan: StoreSubscription?) -> Bool {
    switch planned.offer?.type {
    case .introductory: true
    case .code: isUsed || plan.flatMap(offer) != nil
    case .promotional, .winBack, nil: isUsed
    }
  }

  /// Returns the groups in which the customer of these subscriptions has used the offer.
  package static func usedGroups(_ subscriptions: [Subscription]) -> [String] {
    subscriptions.filter { IntroductoryOfferEligibility($0).isUsed }.map(\.groupID)
  }
}
