package import StoreAPI

/// A control that decides about one subscription.
package protocol SubscriptionControl: OperatorControl {
  var subscription: SubscriptionReference { get }
}

extension SubscriptionControl {
  package static var result: OperatorResult.Name { .subscription }
  package static var errors: [StoreErrorCode] { .ofSubscriptions + .ofLedgers }
}

// A product names a subscription that gives access or is in billing retry. A transaction names its
// subscription. The plan that is chosen for the next period names none.
extension OperatorCommand {
  static let ofSubscriptions: [any OperatorControl.Type] = [
    Subscription.self, Expire.self, DisableAutoRenew.self, EnableAutoRenew.self, Renew.self,
    FailBilling.self, RecoverBilling.self, Extend.self, RequestPriceIncreaseConsent.self,
    AnswerPriceIncrease.self,
  ]

  /// Reads a subscription, and changes nothing; a transaction can also name one that has ended or that
  /// a family member shares.
  package struct Subscription: SubscriptionControl {
    package let subscription: SubscriptionReference
    package static let summary =
      "Reads a subscription: its current or last transaction, its renewal and its status."
    package static let errors: [StoreErrorCode] = .ofSubscriptions
    package static let isQuestion = true
  }

  /// Ends the current period of a subscription now, with renewal off, as if the customer had
  /// cancelled.
  ///
  /// Nothing is refunded.
  package struct Expire: SubscriptionControl {
    package let subscription: SubscriptionReference
    package static let isDestructive = true
    package static let summary =
      "Ends the current period of a subscription now, with renewal off."
    package static let result = OperatorResult.Name.expired
  }

  /// Turns off the renewal of a subscription: the customer has access until the period ends, and no
  /// other period begins.
  ///
  /// Nothing happens if renewal is off already.
  package struct DisableAutoRenew: SubscriptionControl {
    package let subscription: SubscriptionReference
    package static let summary = "Turns off the renewal of a subscription."
    package static let result = OperatorResult.Name.renewal
  }

  /// Turns on the renewal of a subscription again, with the plan that was chosen for the next
  /// period before renewal was turned off.
  ///
  /// Nothing happens if renewal is on already.
  package struct EnableAutoRenew: SubscriptionControl {
    package let subscription: SubscriptionReference
    package static let summary = "Turns on the renewal of a subscription again."
    package static let result = OperatorResult.Name.renewal
  }

  /// Ends the current period of a subscription now and renews it, as it would renew at the end.
  ///
  /// The renewal can fail and the subscription can expire for the same reasons as at the end. It is
  /// refused if a renewal has failed already.
  package struct Renew: SubscriptionControl {
    package let subscription: SubscriptionReference
    package static let summary = "Ends the current period of a subscription now and renews it."
    package static let errors: [StoreErrorCode] =
      .ofSubscriptions + [.renewalIsOff, .billingIssue] + .ofLedgers
  }

  /// Makes the payment for a subscription's renewals fail from now on, until ``RecoverBilling``.
  ///
  /// Nothing happens if it fails already.
  package struct FailBilling: SubscriptionControl {
    package let subscription: SubscriptionReference
    package static let summary = "Makes the payment for a subscription's renewals fail."
  }

  /// Resolves the billing problem of a subscription, and charges a renewal that has failed.
  ///
  /// Nothing happens if the payment works.
  ///
  /// In the grace period the subscription keeps its billing cycle; after that period, a new one begins
  /// at once.
  package struct RecoverBilling: SubscriptionControl {
    package let subscription: SubscriptionReference
    package static let summary =
      "Resolves the billing problem of a subscription, and charges a failed renewal."
  }

  /// Extends the current period of a subscription by 1 to 90 days, as the App Store Server API does;
  /// later periods count from its new end.
  package struct Extend: SubscriptionControl {
    package let subscription: SubscriptionReference
    package let days: Int
    package static let summary = "Extends the current period of a subscription by 1 to 90 days."
    package static let errors: [StoreErrorCode] =
      .ofSubscriptions + [.invalidExtension, .extensionRefused] + .ofLedgers
  }

  /// Asks the customer of a subscription to agree to the present price of its next plan, whatever
  /// they pay now.
  ///
  /// Without their consent it expires at the end of the period. The plan must be for sale.
  package struct RequestPriceIncreaseConsent: SubscriptionControl {
    package let subscription: SubscriptionReference
    package static let summary =
      "Asks a subscriber to agree to the present price of the next plan."
    package static let errors: [StoreErrorCode] =
      .ofSubscriptions + [.renewalIsOff, .unknownProduct] + .ofLedgers
  }

  /// Agrees to a price increase for the subscriber who was asked, or declines it; declining turns
  /// renewal off.
  package struct AnswerPriceIncrease: SubscriptionControl {
    package let subscription: SubscriptionReference
    package let isAccepted: Bool
    package static let summary =
      "Answers for a subscriber who was asked to agree to a higher price."
    package static let errors: [StoreErrorCode] =
      .ofSubscriptions + [.noPriceIncrease] + .ofLedgers
  }

  package static func subscription(subscription: SubscriptionReference) -> Self {
    Self(Subscription(subscription: subscription))
  }
  package static func expire(subscription: SubscriptionReference) -> Self {
    Self(Expire(subscription: subscription))
  }
  package static func disableAutoRenew(subscription: SubscriptionReference) -> Self {
    Self(DisableAutoRenew(subscription: subscription))
  }
  package static func enableAutoRenew(subscription: SubscriptionReference) -> Self {
    Self(EnableAutoRenew(subscription: subscription))
  }
  package static func renew(subscription: SubscriptionReference) -> Self {
    Self(Renew(subscription: subscription))
  }
  package static func failBilling(subscription: SubscriptionReference) -> Self {
    Self(FailBilling(subscription: subscription))
  }
  package static func recoverBilling(subscription: SubscriptionReference) -> Self {
    Self(RecoverBilling(subscription: subscription))
  }
  package static func extend(subscription: SubscriptionReference, days: Int) -> Self {
    Self(Extend(subscription: subscription, days: days))
  }
  package static func requestPriceIncreaseConsent(subscription: SubscriptionReference) -> Self {
    Self(RequestPriceIncreaseConsent(subscription: subscription))
  }
  package static func answerPriceIncrease(
    subscription: SubscriptionReference, isAccepted: Bool
  ) -> Self {
    Self(AnswerPriceIncrease(subscription: subscription, isAccepted: isAccepted))
  }
}
