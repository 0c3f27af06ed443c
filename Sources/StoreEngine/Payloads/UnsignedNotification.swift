package import AppStorePayloads
package import Foundation
package import StoreAPI

/// A notification before it is signed, with the values at the time of its event.
package struct UnsignedNotification: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// The transaction of an event, and its subscription, at the event's date.
    case event(NotificationState, date: Date)
    /// A mass extension of renewal dates.
    case summary(NotificationSummaryPayload)
    /// The app alone.
    case test
  }

  package var type: NotificationType
  package var subtype: NotificationSubtype?
  /// The reason for a refund request; only ``AppStorePayloads/NotificationType/consumptionRequest``
  /// has it.
  package var consumptionRequestReason: ConsumptionRequestReason?
  package var uuid: LowercaseUUID
  package var subject: Subject

  package init(
    _ type: NotificationType, _ subtype: NotificationSubtype? = nil,
    reason: ConsumptionRequestReason? = nil, uuid: LowercaseUUID, about subject: Subject
  ) {
    self.type = type
    self.subtype = subtype
    consumptionRequestReason = reason
    self.uuid = uuid
    self.subject = subject
  }

  /// Creates the notification of an event.
  package init(
    _ notification: StoreNotification, uuid: LowercaseUUID, about state: NotificationState,
    at date: Date
  ) {
    self.init(
      notification.type, notification.subtype,
      reason: notification.consumptionRequestReason.map(ConsumptionRequestReason.init), uuid: uuid,
      about: .event(state, date: date))
  }
}

extension UnsignedNotification {
  /// Returns the payload of `signedTransactionInfo`; `nil` without a transaction.
  package func transactionPayload(for recipient: Recipient) -> TransactionPayload? {
    guard case .event(let state, _) = subject else { return nil }
    return state.transactionPayload(for: recipient)
  }

  /// Returns the payload of `signedRenewalInfo`; `nil` without a subscription.
  package func renewalInfoPayload(for recipient: Recipient) -> RenewalInfoPayload? {
    guard case .event(let state, _) = subject else { return nil }
    return state.renewalInfoPayload(for: recipient)
  }

  /// Returns the payload of the notification.
  ///
  /// - Parameters:
  ///   - recipient: The app, and the time of signing.
  ///   - transaction: The signed ``transactionPayload(for:)``.
  ///   - renewalInfo: The signed ``renewalInfoPayload(for:)``.
  /// - Returns: The payload.
  package func payload(
    for recipient: Recipient, transaction: String?, renewalInfo: String?
  ) -> NotificationPayload {
    NotificationPayload(
      notificationType: type, subtype: subtype, notificationUUID: uuid,
      signedDate: recipient.signedDate,
      subject: subjectPayload(for: recipient, transaction: transaction, renewalInfo: renewalInfo))
  }

  private func subjectPayload(
    for recipient: Recipient, transaction: String?, renewalInfo: String?
  ) -> NotificationPayload.Subject {
    var data = NotificationDataPayload(
      environment: recipient.environment, bundleId: recipient.bundleID)
    switch subject {
    case .summary(let summary): return .summary(summary)
    case .test: return .data(data)
    case .event(let state, let date):
      data.bundleVersion = AppTransactionPayload(for: recipient).applicationVersion
      data.signedTransactionInfo = transaction
      data.signedRenewalInfo = renewalInfo
      data.status = state.status(at: date)
      data.consumptionRequestReason = consumptionRequestReason
      return .data(data)
    }
  }
}

extension NotificationState {
  /// Returns the status of the subscription at a date; `nil` without a subscription.
  ///
  /// A period that was refunded alone, such as an earlier one, does not revoke the subscription.
  fileprivate func status(at date: Date) -> SubscriptionStatusCode? {
    subscription.map { subscription in
      let isCurrent = subscription.transactionID == transaction.id
      return SubscriptionStatusCode(
        isRevoked: subscription.revocationDate != nil
          || isCurrent && transaction.revocation != nil,
        expiresDate: subscription.expirationDate,
        gracePeriodExpiresDate: subscription.billingIssue?.gracePeriodExpirationDate,
        isInBillingRetry: subscription.isInBillingRetry, at: date)
    }
  }
}

// Apple's names for the customers' reasons. A test reads each of them.
extension ConsumptionRequestReason {
  package init(_ reason: RefundReason) {
    guard let reason = Self(rawValue: reason.rawValue) else {
      preconditionFailure("no notification has the reason \(reason.rawValue)")
    }
    self = reason
  }
}
