package import AppStorePayloads
package import Foundation

/// A customer's command about their subscription, purchase or payment method, with what they were shown.
///
/// - If a price is not what the customer was shown, the store refuses the command.
/// - A command sets a value. If nothing else has changed, a copy of it changes nothing; the store
///   answers `false`, or refuses the copy because the first has ended the plan.
/// - A command has no key, as an order has, except ``requestRefund(transactionID:requestID:reason:text:)``.
///   A copy that arrives late is performed, even if the customer has changed their mind meanwhile.
/// - A client that may have lost the answer compares the purchases with the command. If they are not as
///   the command asks, the client does not know whether a copy will still arrive.
package enum CustomerCommand: Codable, Hashable, Sendable {
  /// Turns off the renewal of the subscription in a group: the customer has access until the period ends.
  ///
  /// Throws ``StoreError/notSubscribed(productID:account:)`` with the group's ID unless a plan of the group
  /// is active, and ``StoreError/familyShared(transactionID:)`` if only a family member's plan is active.
  case disableAutoRenew(groupID: String)
  /// Turns on the renewal of the subscription in a group again, with the plan that was chosen for
  /// the next period.
  ///
  /// `productID` and `price` are the next period's plan and price that the customer was shown,
  /// `nil` if the sheet said that the plan is not sold. The customer agrees to this price. Throws
  /// as ``disableAutoRenew(groupID:)`` does; ``StoreError/priceChanged(productID:price:currency:)`` if
  /// another plan or price would follow; ``StoreError/unknownProduct(productID:)`` with the next plan's ID
  /// if it is not sold and the customer was shown a price. If renewal is on already, nothing is
  /// compared and nothing changes.
  case enableAutoRenew(groupID: String, productID: String, price: Decimal?)
  /// Agrees to the price increase of the subscription in a group, or declines it.
  ///
  /// If the customer declines, the subscription ends before the new price applies. `price` is the price
  /// that the customer was shown. Throws as ``disableAutoRenew(groupID:)`` does;
  /// ``StoreError/priceChanged(productID:price:currency:)`` if the customer agrees and another price waits for
  /// consent or is agreed to; ``StoreError/noPriceIncrease(productID:)`` with the plan's product ID if no
  /// answer is awaited.
  /// The same answer as before changes nothing.
  case answerPriceIncrease(groupID: String, price: Decimal, isAccepted: Bool)
  /// Updates the customer's payment method: the billing problem of every subscription is resolved, and
  /// renewals that failed are charged.
  ///
  /// `charges` are those that the customer was shown. Throws
  /// ``StoreError/priceChanged(productID:price:currency:)`` if anything else would be charged, and
  /// ``StoreError/unknownProduct(productID:)`` if a plan can no longer be charged, because it is no longer
  /// sold and would end. A charge that no longer waits is left out.
  case fixPayment(charges: [RenewalCharge])
  /// Sets whether family members get the present plan of the subscription in a group.
  ///
  /// A plan that became family shareable while the customer had it is shared once they turn sharing
  /// on; every other plan is shared from its beginning. If they turn sharing off, the members lose
  /// the plan. Another plan of the group is shared as a new one. Throws as
  /// ``disableAutoRenew(groupID:)``, and ``StoreError/notFamilyShareable(productID:)`` with the plan's
  /// product ID.
  case setFamilySharing(groupID: String, isOn: Bool)
  /// Requests the refund of a transaction.
  ///
  /// The store's operator decides, or the store at once if its settings say so. The device chooses
  /// `requestID`: a copy with the same ID changes nothing. `text` is the customer's explanation, only for
  /// ``RefundReason/other``. Throws ``StoreError/unknownTransaction(transactionID:)`` unless it is a
  /// transaction of the customer; ``StoreError/duplicateRefundRequest(transactionID:)`` if its refund was
  /// requested before, and ``StoreError/alreadyRefunded(transactionID:date:)`` if it was refunded without a
  /// request; ``StoreError/familyShared(transactionID:)`` if a family member has paid for it;
  /// ``StoreError/nothingToRefund(transactionID:)``; ``StoreError/invalidRefundText`` for a text with
  /// another reason, an empty text or one longer than ``RefundRequest/textLimit``.
  case requestRefund(
    transactionID: TransactionID, requestID: LowercaseUUID, reason: RefundReason, text: String?)

  // In JSON the name is the only key: `{"disableAutoRenew": {"groupID": "3F19ED53"}}`,
  // `{"fixPayment": {"charges": []}}`. Names and labels are never renamed.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case disableAutoRenew, enableAutoRenew, answerPriceIncrease, fixPayment, setFamilySharing,
      requestRefund
  }
}

/// The charge of a renewal that has failed.
package struct RenewalCharge: Codable, Hashable, Sendable {
  /// The plan that renews.
  package var productID: String
  /// In the currency of the store.
  package var price: Decimal

  package init(productID: String, price: Decimal) {
    self.productID = productID
    self.price = price
  }
}
