import StoreAPI

extension CustomerCommand {
  /// Compares subscriptions with what the command asks.
  ///
  /// - Parameters:
  ///   - plans: The subscriptions that the customer was shown when they chose.
  ///   - subscriptions: What they hold afterwards.
  ///   - now: The store's time.
  /// - Returns: Whether they are.
  func isDone(
    for plans: [SubscriptionPlan], in subscriptions: [CustomerHoldings.Subscription], at now: Date
  ) -> Bool {
    func holds(_ groupID: String, _ condition: (CommandResult) -> Bool) -> Bool {
      subscriptions.first { $0.groupID == groupID && $0.isVerified }
        .map { condition(CommandResult($0, at: now)) } ?? false
    }
    return switch self {
    case .disableAutoRenew(let groupID): holds(groupID) { $0.isCancelled }
    case .enableAutoRenew(let groupID): holds(groupID) { $0.isActive && $0.renews }
    case .answerPriceIncrease(let groupID, let price, true): holds(groupID) { $0.agrees(to: price) }
    case .answerPriceIncrease(let groupID, _, false): holds(groupID) { $0.isDeclined }
    case .fixPayment: !plans.isEmpty && plans.allSatisfy { holds($0.groupID) { $0.isMended } }
    }
  }
}

/// A subscription after a command.
private struct CommandResult {
  let status: SubscriptionStatusCode
  let transaction: TransactionPayload
  let renewalInfo: RenewalInfoPayload

  init(_ subscription: CustomerHoldings.Subscription, at now: Date) {
    status = subscription.status(at: now)
    transaction = subscription.transaction.payload
    renewalInfo = subscription.renewalInfo.payload
  }

  var isActive: Bool { status != .expired && status != .revoked }
  var renews: Bool { renewalInfo.autoRenewStatus == .on }

  /// Renewal is off, or it was, and the subscription has ended.
  var isCancelled: Bool { isActive ? !renews : ended(.autoRenewDisabled) }

  var isDeclined: Bool { isCancelled || ended(.didNotConsentToPriceIncrease) }

  /// The price is agreed to, or a period at this price has begun.
  func agrees(to price: Decimal) -> Bool {
    switch renewalInfo.priceIncreaseStatus {
    case .agreed: isActive
    case nil: isActive && transaction.price == price.milliunits
    case .pending: false
    }
  }

  /// The payment works, or the plan has ended because it is not sold any more.
  var isMended: Bool { status == .active || ended(.productUnavailable) }

  private func ended(_ intent: ExpirationIntent) -> Bool {
    status == .expired && renewalInfo.expirationIntent == intent
  }
}
