package import OpenStoreKit

/// The situation of a subscription, by which the screens choose their words.
///
/// Sentences, first line, mark and next action each have one `switch` over it. So a new case does
/// not compile until each of them has words for it.
package enum PlanSituation: Equatable, Sendable {
  /// The transaction or the renewal info is not signed by the App Store.
  case notVerified
  /// It renews at the price that was paid.
  case active
  /// The period is free, and the next one is not.
  case trial
  /// The period was cheaper by an offer, and the next one is not.
  case offerPrice
  /// Another plan, by its product ID, follows this one.
  case changing(to: String)
  /// Renewal is off: nothing follows, and no question about a price matters.
  case ending
  /// Renewal is on, but the plan of the next period is no longer sold, so this period is the last.
  case notSoldAgain
  /// The App Store waits for the customer's answer to a price increase.
  case priceAsked
  /// The next period has a higher price, and nobody needs to answer.
  case priceAgreed
  /// A payment has failed; the customer still has access.
  case grace
  /// A payment has failed; the customer does not have access.
  case retry
  /// A family member's plan gives access; the member pays for it and manages it.
  case shared
  /// The payment of a family member's plan has failed; the customer still has access.
  case sharedGrace
  /// The payment of a family member's plan has failed; the customer does not have access.
  case sharedRetry
  case expired(SubscriptionRenewalInfo.ExpirationReason)
  case refunded
}

extension PlanSituation {
  init(_ status: PlanStatus) {
    guard status.isVerified else {
      self = .notVerified
      return
    }
    let isShared = status.transaction.isFamilyShared
    switch status.state {
    case .subscribed where isShared: self = .shared
    case .inGracePeriod where isShared: self = .sharedGrace
    case .inBillingRetryPeriod where isShared: self = .sharedRetry
    case .subscribed: self = Self.subscribed(status)
    case .inGracePeriod: self = .grace
    case .inBillingRetryPeriod: self = .retry
    case .expired: self = .expired(status.renewal.expirationReason ?? .autoRenewDisabled)
    default: self = .refunded
    }
  }

  /// Returns the first fact that applies: an end, a question, another plan, then the price.
  ///
  /// The question is about the plan of the next period, so it comes before a change of plan. The
  /// renewal info has no price for a plan that is no longer sold.
  private static func subscribed(_ status: PlanStatus) -> PlanSituation {
    let renewal = status.renewal
    if !renewal.willAutoRenew { return .ending }
    if status.isNotSoldAgain { return .notSoldAgain }
    if renewal.priceIncrease == .pending { return .priceAsked }
    if let next = renewal.scheduledProductID { return .changing(to: next) }
    if renewal.priceIncrease == .agreed { return .priceAgreed }
    guard let offer = status.transaction.offer, renewal.offer == nil else { return .active }
    return offer.isFree ? .trial : .offerPrice
  }
}

extension PlanStatus {
  package var situation: PlanSituation { PlanSituation(self) }

  /// Whether it would renew if its next plan were still sold; a family member sees no price.
  var isNotSoldAgain: Bool {
    renewal.willAutoRenew && renewal.renewalPrice == nil && !transaction.isFamilyShared
  }

  /// Whether renewal is off because the customer declined a price.
  ///
  /// While it is off for another reason, the App Store sends no price.
  var hasDeclinedPrice: Bool {
    !renewal.willAutoRenew && renewal.priceIncrease == .pending && !transaction.isFamilyShared
  }

  /// Whether the next period needs an answer about its price; under an offer it needs none.
  var needsPriceAnswer: Bool {
    renewal.willAutoRenew && renewal.priceIncrease == .pending && renewal.offer == nil
      && !transaction.isFamilyShared
  }
}
