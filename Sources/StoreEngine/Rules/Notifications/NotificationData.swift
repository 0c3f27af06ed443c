package import AppStorePayloads

/// The part of a ``NotificationState`` that is stored with the event, because no event has it.
///
/// An event never changes, so nothing is stored twice: the transaction is left out if the event
/// charges it or the event before it does, and the subscription if the event has it. A renewal stores
/// little more than the price of the next one.
///
/// If an event has a subscription, its notification cannot be stored without one. No rule needs
/// that: only a deletion removes a subscription, and it is recorded alone.
package struct NotificationData: Codable, Hashable, Sendable {
  package var transaction: LedgerTransaction?
  package var subscription: Subscription?
  package var renewal: RenewalTerms?
  /// The app account token of the subscription's current transaction, if the notification is about
  /// another one.
  package var appAccountToken: LowercaseUUID?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case transaction, subscription, renewal, appAccountToken
  }
}

extension NotificationData {
  /// Creates the part that neither an event nor the one before it has.
  ///
  /// - Parameters:
  ///   - state: The state that the event notifies about.
  ///   - event: The event.
  ///   - previous: The event before it that was recorded together with it; `nil` if it is the first.
  init(_ state: NotificationState, of event: LedgerEvent, after previous: LedgerEvent?) {
    let charged = event.chargedTransaction ?? previous?.chargedTransaction
    transaction = charged == state.transaction ? nil : state.transaction
    subscription = event.begunSubscription == state.subscription ? nil : state.subscription
    renewal = state.renewal
    appAccountToken = state.appAccountToken
  }
}

extension LedgerChange {
  /// Returns the state that an event notifies about, as it was then.
  ///
  /// - Parameter previous: The customer's event before this one; `nil` if there is none.
  /// - Returns: The state; `nil` if the event notifies nobody, or if an earlier version recorded it.
  package func notificationState(after previous: LedgerChange?) -> NotificationState? {
    guard let notificationData,
      let transaction = notificationData.transaction ?? event.chargedTransaction
        ?? previous?.event.chargedTransaction
    else { return nil }
    return NotificationState(
      transaction: transaction,
      subscription: notificationData.subscription ?? event.begunSubscription,
      renewal: notificationData.renewal, appAccountToken: notificationData.appAccountToken)
  }
}

extension LedgerEvent {
  fileprivate var chargedTransaction: LedgerTransaction? {
    if case .charged(let transaction) = self { transaction } else { nil }
  }

  /// The subscription of a period that begins, own or shared.
  fileprivate var begunSubscription: Subscription? {
    switch self {
    case .periodBegan(let subscription): subscription
    case .sharedPlanChanged(let plan): plan.subscription
    case .charged, .upgraded, .renewalChanged, .offerRedeemed, .cutShort, .expired, .refunded,
      .revoked, .refundRequested, .refundDeclined, .consumptionReported, .consumptionRequested,
      .refundReversed, .deleted, .revocationReversed,
      .billingRetryBegan, .gracePeriodExpired, .billingIssueChanged, .priceChanged,
      .priceIncreaseAnswered, .offerPriceChanged, .nextOfferPriceChanged, .renewalDateExtended,
      .extensionGranted,
      .sharingEnded, .familySharingChanged, .finished, .appAccountTokenSet, .reassigned,
      .orderSettled, .orderClosed, .orderWaits, .orderRepeated, .orderDeclined, .orderLapsed,
      .orderReassigned:
      nil
    }
  }
}
