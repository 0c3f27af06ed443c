package import AppStorePayloads
package import StoreAPI

/// A control that decides about a transaction.
package protocol TransactionControl: OperatorControl {
  var transactionID: TransactionID { get }
}

// Transactions.
extension OperatorCommand {
  static let ofTransactions: [any OperatorControl.Type] = [
    Refund.self, DeclineRefund.self, ReverseRefund.self, Buy.self, Delete.self,
    TransactionNotifications.self,
  ]

  /// Refunds a transaction, and revokes it.
  ///
  /// Every device of the customer receives the change.
  ///
  /// `reason` is `other` unless it is given; family members who share the purchase see the same
  /// reason. Without a `percentage`, everything that is left of the price is refunded; if the developer's
  /// server prefers to prorate the customer's request, only the unused part is. With a
  /// percentage, that part of the price is refunded: it is in thousandths of a percent as Apple
  /// writes it (50 000 is half, 1 to 100 000 is allowed), and the amount is rounded to the currency and
  /// no more than what an upgrade has left. Whatever part is refunded, the customer loses what the
  /// transaction paid for.
  ///
  /// The refund of a subscription's latest period revokes the subscription: it no longer entitles
  /// and does not renew. The refund of an earlier or upgraded period revokes only that transaction.
  /// A refunded car can be bought again; an introductory offer stays used. A free transaction can be
  /// refunded too; the amount is 0. One that an upgrade has refunded in full cannot, nor one that a
  /// family member has paid for.
  ///
  /// It grants the customer's request for the refund, if there is one; the renewal of the
  /// transaction's subscription is then turned off. No request is needed.
  package struct Refund: TransactionControl {
    package let transactionID: TransactionID
    package let reason: RevocationReason?
    package let percentage: Int32?
    package static let isDestructive = true
    package static let summary =
      "Refunds the rest of a transaction's price, or a percentage of it in thousandths, and revokes "
      + "the purchase. The reason is 1 for an issue with the app, else 0."
    package static let result = OperatorResult.Name.refunded
    package static let errors: [StoreErrorCode] =
      [
        .unknownTransaction, .familyShared, .alreadyRefunded, .nothingToRefund,
        .invalidRefundPercentage,
      ] + .ofLedgers
  }

  /// Declines the customer's request for the refund of a transaction: they keep what it paid for.
  package struct DeclineRefund: TransactionControl {
    package let transactionID: TransactionID
    package static let summary = "Declines a customer's request for the refund of a transaction."
    package static let result = OperatorResult.Name.refundDeclined
    package static let errors: [StoreErrorCode] =
      [.unknownTransaction, .noRefundRequest] + .ofLedgers
  }

  /// Reverses a refund: the money is charged again, and the transaction is no longer revoked.
  ///
  /// The customer of a plan has access again until its expiration date, which stays; renewal stays off.
  /// If that date has passed, the plan expires at once. A refund cannot be reversed if the customer has
  /// bought the same product again.
  package struct ReverseRefund: TransactionControl {
    package let transactionID: TransactionID
    package static let summary =
      "Reverses a refund. The customer of a plan has access again until its expiration date."
    package static let result = OperatorResult.Name.refundReversed
    package static let errors: [StoreErrorCode] =
      [.unknownTransaction, .familyShared, .notRefunded, .refundNotReversible] + .ofLedgers
  }

  /// Buys a product for a customer, who is charged at once even if orders wait for approval.
  ///
  /// The transaction is delivered on the customer's devices, fuel only on the oldest one.
  ///
  /// A purchase in the past is made at the price of its date, and a plan renews by the rules until now.
  /// The date must not be before the customer's present plan of the group. A copy of the order is not
  /// charged again.
  package struct Buy: OperatorControl {
    package let purchase: OperatorPurchase
    package static let summary =
      "Buys for a customer, now or on a date in the past. A copy of the order is not charged again."
    package static let result = OperatorResult.Name.bought
    package static let errors: [StoreErrorCode] =
      [
        .unknownAccount, .invalidPurchaseDate, .unknownProduct, .invalidQuantity, .unknownOffer,
        .ineligibleForOffer, .invalidOfferPrice, .unknownOfferCode, .offerCodeExpired,
        .offerCodeRedeemed, .quoteChanged, .orderKeyReused, .orderKeyClosed,
      ] + .ofLedgers
    /// Its order has a key.
    package static let isRepeatable = true
  }

  /// Deletes a transaction, as if it had never existed: the customer loses what it paid for, and every
  /// device forgets it, even one that is offline now.
  ///
  /// Nothing is refunded, and the developer's server is not notified.
  ///
  /// If it is the latest period of a subscription, the store forgets the subscription: the next one in
  /// the group counts as the customer's first. An earlier period is deleted alone, and the
  /// subscription continues. The key of the order is closed: a late copy of the order is refused. Fuel
  /// that the app has delivered stays delivered, and an offer code that was redeemed stays redeemed.
  /// Family members lose their shares of it, as after a refund.
  package struct Delete: TransactionControl {
    package let transactionID: TransactionID
    package static let isDestructive = true
    package static let summary =
      "Deletes a transaction, as if it had never existed. Nothing is refunded."
    package static let result = OperatorResult.Name.deleted
    package static let errors: [StoreErrorCode] = [.unknownTransaction, .familyShared] + .ofLedgers
  }

  /// Lists the notifications about a transaction, with the attempts to send them.
  ///
  /// Only events that happened while the store had a URL have notifications. At most
  /// ``TransactionNotification/listLimit`` are returned, newest first.
  package struct TransactionNotifications: OperatorControl {
    package let transactionID: TransactionID
    package static let summary =
      "Lists the latest notifications about a transaction, newest first, with the attempts to send "
      + "them."
    package static let result = OperatorResult.Name.transactionNotifications
    package static let errors: [StoreErrorCode] = [.unknownTransaction]
    package static let isQuestion = true
  }

  package static func refund(
    transactionID: TransactionID, reason: RevocationReason? = nil, percentage: Int32? = nil
  ) -> Self {
    Self(Refund(transactionID: transactionID, reason: reason, percentage: percentage))
  }
  package static func declineRefund(transactionID: TransactionID) -> Self {
    Self(DeclineRefund(transactionID: transactionID))
  }
  package static func reverseRefund(transactionID: TransactionID) -> Self {
    Self(ReverseRefund(transactionID: transactionID))
  }
  package static func buy(purchase: OperatorPurchase) -> Self { Self(Buy(purchase: purchase)) }
  package static func delete(transactionID: TransactionID) -> Self {
    Self(Delete(transactionID: transactionID))
  }
  package static func transactionNotifications(transactionID: TransactionID) -> Self {
    Self(TransactionNotifications(transactionID: transactionID))
  }
}
