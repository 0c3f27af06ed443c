import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// A control that a row offers: an operator's command about a transaction, its subscription or an order.
struct RowControl: Equatable, Sendable {
  let key: Character
  let label: String
  /// The effect, shown beside the label.
  let detail: String
  let command: OperatorCommand

  init(_ key: Character, _ label: String, _ detail: String, _ command: OperatorCommand) {
    (self.key, self.label, self.detail, self.command) = (key, label, detail, command)
  }
}

extension RowControl {
  /// The controls that apply to a row; `subscription` is its own or its transaction's.
  static func controls(
    of row: ManagedRow, _ subscription: OperatorSubscription?
  ) -> [RowControl] {
    switch row {
    case .order(let order): controls(of: order)
    case .transaction(let listed): controls(of: listed, subscription)
    case .subscription(let subscription): controls(of: subscription.transaction, subscription)
    }
  }

  private static func controls(of order: OperatorOrder) -> [RowControl] {
    switch order.cause {
    case .askToBuy:
      [
        RowControl(
          "a", "Approve", "it is sold now, at today's price", .approve(orderID: order.id)),
        RowControl("d", "Decline", "nothing is sold", .decline(orderID: order.id)),
      ]
    case .interrupted:
      [
        RowControl(
          "s", "Resolve", "the account's step counts as taken, and it is sold now",
          .resolve(orderID: order.id)),
        RowControl(
          "d", "Decline", "the step counts as not taken, and nothing is sold",
          .decline(orderID: order.id)),
      ]
    }
  }

  /// The controls that apply to a transaction, and to its subscription if that gives access or is
  /// in billing retry; a shared transaction has none, because it follows the purchaser's.
  static func controls(
    of transaction: OperatorTransaction, _ subscription: OperatorSubscription?
  ) -> [RowControl] {
    guard transaction.transaction.inAppOwnershipType != .familyShared else { return [] }
    let subscription = subscription.flatMap { $0.isActive ? $0 : nil }
    return refund(transaction, subscription)
      + (subscription.map { renewal($0) + payment($0) + period($0) + price($0) } ?? [])
      + [deletion(of: transaction)]
  }

  private static func deletion(of listed: OperatorTransaction) -> RowControl {
    let effect =
      listed.transaction.type == .autoRenewable
      ? "it is forgotten; with the latest period, the plan too"
      : "as if it had never existed; nothing is refunded"
    return RowControl("z", "Delete", effect, .delete(transactionID: listed.id))
  }

  private static func refund(
    _ listed: OperatorTransaction, _ subscription: OperatorSubscription?
  ) -> [RowControl] {
    let payload = listed.transaction
    guard payload.revocationDate == nil else { return reversal(of: listed) }
    let paid = payload.displayPrice
    let amount =
      payload.price == 0
      ? "it was free" : payload.isUpgraded == true ? "the rest of \(paid)" : "\(paid)"
    let effect = "\(amount); \(effectOfRefund(listed, subscription))"
    return [RowControl("r", "Refund", effect, .refund(transactionID: listed.id))]
      + decline(listed)
  }

  /// A refund that the customer has requested also turns the plan's renewal off.
  private static func effectOfRefund(
    _ listed: OperatorTransaction, _ subscription: OperatorSubscription?
  ) -> String {
    guard listed.transaction.type == .autoRenewable else {
      return "the customer loses the purchase"
    }
    guard let subscription else { return "the plan has ended" }
    guard subscription.transaction.id != listed.id else { return "the plan ends" }
    guard listed.refundRequest != nil, subscription.renewalInfo.autoRenewStatus == .on else {
      return "the plan continues"
    }
    return subscription.isInBillingRetry
      ? "the plan ends" : "the plan continues, but does not renew"
  }

  private static func decline(_ listed: OperatorTransaction) -> [RowControl] {
    guard listed.refundRequest?.state == .pending else { return [] }
    return [
      RowControl(
        "w", "Decline the refund", "the customer keeps the purchase, and pays for it",
        .declineRefund(transactionID: listed.id))
    ]
  }

  private static func reversal(of listed: OperatorTransaction) -> [RowControl] {
    [
      RowControl(
        "t", "Reverse the refund", "the customer has the purchase again, and pays for it",
        .reverseRefund(transactionID: listed.id))
    ]
  }

  private static func renewal(_ subscription: OperatorSubscription) -> [RowControl] {
    let (id, end) = (subscription.reference, subscription.end)
    guard subscription.renewalInfo.autoRenewStatus == .on else {
      return [
        RowControl(
          "o", "Turn renewal on", "it renews on \(end)", .enableAutoRenew(subscription: id))
      ]
    }
    let effect =
      subscription.isInBillingRetry
      ? "it ends now, because its payment is not retried" : "it lasts until \(end)"
    let off = RowControl(
      "c", "Turn renewal off", effect, .disableAutoRenew(subscription: id))
    let now = RowControl(
      "n", "Renew now", "the period ends, and the next one is charged", .renew(subscription: id))
    return subscription.isInBillingRetry ? [off] : [off, now]
  }

  private static func payment(_ subscription: OperatorSubscription) -> [RowControl] {
    let id = subscription.reference
    let resolve = RowControl(
      "m", "Resolve the billing problem",
      subscription.isInBillingRetry ? "the failed renewal is charged" : "payments work again",
      .recoverBilling(subscription: id))
    let fail = RowControl(
      "f", "Let the payment fail", "the next renewal fails", .failBilling(subscription: id))
    return subscription.isInBillingRetry ? [resolve] : [fail, resolve]
  }

  /// The number of days by which a period is extended.
  private static let extensionDays = 30

  private static func period(_ subscription: OperatorSubscription) -> [RowControl] {
    let id = subscription.reference
    let extend = RowControl(
      "x", "Extend by \(extensionDays) days", "free of charge; at most twice in 365 days",
      .extend(subscription: id, days: extensionDays))
    let expire = RowControl(
      "e", "End it now", "nothing is refunded, and nothing renews", .expire(subscription: id))
    return (subscription.isInBillingRetry ? [] : [extend]) + [expire]
  }

  private static func price(_ subscription: OperatorSubscription) -> [RowControl] {
    let id = subscription.reference
    guard subscription.renewalInfo.autoRenewStatus == .on else { return [] }
    guard subscription.renewalInfo.priceIncreaseStatus == .pending else {
      return [
        RowControl(
          "i", "Ask for consent to the price",
          subscription.isInBillingRetry
            ? "without consent it ends after the next period"
            : "without consent it ends on \(subscription.end)",
          .requestPriceIncreaseConsent(subscription: id))
      ]
    }
    return [
      RowControl(
        "a", "Agree to the price", "for the customer",
        .answerPriceIncrease(subscription: id, isAccepted: true)),
      RowControl(
        "d", "Decline the price", "for the customer; turns renewal off",
        .answerPriceIncrease(subscription: id, isAccepted: false)),
    ]
  }
}

extension OperatorSubscription {
  fileprivate var reference: SubscriptionReference { .transaction(transaction.id) }

  fileprivate var isInBillingRetry: Bool { renewalInfo.isInBillingRetryPeriod == true }

  fileprivate var end: String {
    transaction.transaction.expiresDate.map { "\($0.day) (UTC)" } ?? "its end"
  }
}
