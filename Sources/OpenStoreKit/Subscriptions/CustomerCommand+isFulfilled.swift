import AppStorePayloads
import StoreAPI

extension CustomerCommand {
  /// Compares the subscriptions with what the command asks.
  ///
  /// They do not say which price the customer has agreed to while an offer or a failed renewal
  /// determines the next price, nor whether the payment method works if no subscription needed a
  /// payment. They say nothing about a refund request.
  ///
  /// - Parameters:
  ///   - plans: The subscriptions that the customer was shown when they chose.
  ///   - subscriptions: The subscriptions afterwards.
  ///   - now: The store's time.
  /// - Returns: Whether the subscriptions are as the command asks; `nil` if they do not say.
  func isFulfilled(
    for plans: [SubscriptionPlan], in subscriptions: [VerifiedPurchases.Subscription], at now: Date
  ) -> Bool? {
    func holds(_ groupID: String, _ condition: (CommandResult) -> Bool?) -> Bool? {
      let held = subscriptions.first {
        $0.groupID == groupID && !$0.isShared && $0.isVerified
      }
      guard let held else { return false }
      return condition(CommandResult(held, at: now))
    }
    switch self {
    case .disableAutoRenew(let groupID): return holds(groupID) { $0.isCancelled }
    case .enableAutoRenew(let groupID, let productID, let price):
      return holds(groupID) { $0.renews(as: productID, at: price) }
    case .setFamilySharing(let groupID, let isOn):
      return holds(groupID) { $0.isSharedWithFamily == isOn }
    case .answerPriceIncrease(let groupID, let price, true):
      return holds(groupID) { $0.agrees(to: price) }
    case .answerPriceIncrease(let groupID, _, false): return holds(groupID) { $0.isDeclined }
    case .fixPayment:
      return plans.isEmpty ? nil : plans.allSatisfy { holds($0.groupID) { $0.isMended } == true }
    case .requestRefund: return nil
    }
  }
}

/// A subscription after a command.
private struct CommandResult {
  let status: SubscriptionStatusCode
  let transaction: TransactionPayload
  let renewalInfo: RenewalInfoPayload
  let isSharedWithFamily: Bool?

  init(_ subscription: VerifiedPurchases.Subscription, at now: Date) {
    status = subscription.status(at: now)
    transaction = subscription.transaction.payload
    renewalInfo = subscription.renewalInfo.payload
    isSharedWithFamily = subscription.signed.isSharedWithFamily
  }

  var isActive: Bool { status != .expired && status != .revoked }

  /// Renewal is on, with this plan at this price, which is agreed to unless it is an offer's; without a
  /// price, the plan is not sold.
  func renews(as productID: String, at price: Decimal?) -> Bool {
    isActive && isOn && renewalInfo.autoRenewProductId == productID
      && renewalInfo.renewalPrice == price?.milliunits
      && (renewalInfo.priceIncreaseStatus != .pending || renewalInfo.offerType != nil)
  }

  /// Renewal is off, or it was, and the subscription has ended.
  var isCancelled: Bool { isActive ? !isOn : ended(.autoRenewDisabled) }

  var isDeclined: Bool { isCancelled || ended(.didNotConsentToPriceIncrease) }

  /// The price is agreed to, or a period at this price has begun; `nil` if the next price is that of
  /// an offer or of a failed renewal, because then the agreed price is not known.
  func agrees(to price: Decimal) -> Bool? {
    switch renewalInfo.priceIncreaseStatus {
    case .agreed where isActive:
      hasOtherPrice ? nil : renewalInfo.renewalPrice == price.milliunits
    case nil: isActive && transaction.price == price.milliunits
    case .agreed, .pending: false
    }
  }

  /// The payment works, or the plan has ended because it is no longer sold.
  var isMended: Bool { status == .active || ended(.productUnavailable) }

  private var isOn: Bool { renewalInfo.autoRenewStatus == .on }

  private var hasOtherPrice: Bool {
    renewalInfo.offerType != nil || status == .billingGracePeriod || status == .billingRetry
  }

  private func ended(_ intent: ExpirationIntent) -> Bool {
    status == .expired && renewalInfo.expirationIntent == intent
  }
}
