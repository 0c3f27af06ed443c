import AppStorePayloads
import StoreAPI
import StoreEngine
import StoreOperatorAPI

extension SKTestSession {
  /// Whether every renewal fails, so that the subscription enters billing retry; `false` unless the
  /// file says otherwise.
  ///
  /// A renewal that has failed is charged by ``resolveIssueForTransaction(identifier:)``.
  public var shouldEnterBillingRetryOnRenewal: Bool {
    get { settings.rules.renewalsFail }
    set { set(.setRenewalsFail(isOn: newValue)) { $0.rules.renewalsFail = newValue } }
  }

  /// Whether a subscriber keeps the service for a time if a renewal cannot be charged; `false` unless
  /// the file says otherwise.
  ///
  /// At the real time rate it is 16 days, 6 for a weekly plan. A grace period that has begun stays.
  public var billingGracePeriodIsEnabled: Bool {
    get { settings.rules.gracePeriod != .off }
    set {
      let period = newValue ? GracePeriod.days16 : .off
      set(.setGracePeriod(gracePeriod: period)) { $0.rules.gracePeriod = period }
    }
  }

  /// Ends the current period of a subscription now, with renewal off, as if the customer had
  /// cancelled; nothing is refunded.
  ///
  /// - Parameter productIdentifier: The plan's product ID.
  /// - Throws: ``SKTestError/noSubscriptionFound`` if this plan is not active.
  public func expireSubscription(productIdentifier: String) throws {
    try perform(.expire(subscription: .product(productIdentifier, account: TestStore.account)))
  }

  /// Turns off the renewal of a subscription, which then stays active until its period ends.
  ///
  /// Nothing changes if renewal is off already.
  ///
  /// - Parameter identifier: The number of any transaction of the subscription.
  /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/noSubscriptionFound`` if the
  ///   transaction's subscription is not active, or if it has none.
  public func disableAutoRenewForTransaction(identifier: UInt) throws {
    try perform(.disableAutoRenew(subscription: .transaction(TransactionID(identifier))))
  }

  /// Turns on the renewal of a subscription again, with the plan that was chosen for the next
  /// period.
  ///
  /// Nothing changes if renewal is on already.
  ///
  /// - Parameter identifier: The number of any transaction of the subscription.
  /// - Throws: As ``disableAutoRenewForTransaction(identifier:)`` does.
  public func enableAutoRenewForTransaction(identifier: UInt) throws {
    try perform(.enableAutoRenew(subscription: .transaction(TransactionID(identifier))))
  }

  /// Ends the current period of a subscription now and renews it.
  ///
  /// The renewal can fail, and the subscription can expire, as at the end of a period.
  ///
  /// - Parameter productIdentifier: The plan's product ID.
  /// - Throws: ``SKTestError/noSubscriptionFound`` if this plan is not active;
  ///   ``SKTestError/invalidAction`` if its renewal is off or has failed already.
  public func forceRenewalOfSubscription(productIdentifier: String) throws {
    try perform(.renew(subscription: .product(productIdentifier, account: TestStore.account)))
  }

  /// Asks the customer of a subscription to agree to the present price of its next plan.
  ///
  /// Without their consent the subscription expires at the end of its period.
  ///
  /// - Parameter identifier: The number of any transaction of the subscription.
  /// - Throws: As ``disableAutoRenewForTransaction(identifier:)`` does;
  ///   ``SKTestError/invalidAction`` if renewal is off.
  public func requestPriceIncreaseConsentForTransaction(identifier: UInt) throws {
    try perform(.requestPriceIncreaseConsent(subscription: .transaction(TransactionID(identifier))))
  }

  /// Agrees for the customer to the higher price that they were asked for.
  ///
  /// - Parameter identifier: The number of any transaction of the subscription.
  /// - Throws: As ``disableAutoRenewForTransaction(identifier:)`` does;
  ///   ``SKTestError/invalidAction`` if no answer is awaited.
  public func consentToPriceIncreaseForTransaction(identifier: UInt) throws {
    let id = TransactionID(identifier)
    try perform(.answerPriceIncrease(subscription: .transaction(id), isAccepted: true))
  }

  /// Declines for the customer the higher price that they were asked for; renewal is then off.
  ///
  /// - Parameter identifier: The number of any transaction of the subscription.
  /// - Throws: As ``consentToPriceIncreaseForTransaction(identifier:)`` does.
  public func declinePriceIncreaseForTransaction(identifier: UInt) throws {
    let id = TransactionID(identifier)
    try perform(.answerPriceIncrease(subscription: .transaction(id), isAccepted: false))
  }

  /// Refunds and revokes a transaction, which comes again through `Transaction.updates` with its
  /// revocation date.
  ///
  /// A free trial can be refunded too; the amount is 0.
  ///
  /// - Parameter identifier: The transaction's number.
  /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` for a transaction
  ///   that was refunded before, or that an upgrade has refunded in full.
  public func refundTransaction(identifier: UInt) throws {
    try perform(.refund(transactionID: TransactionID(identifier)))
  }
}
