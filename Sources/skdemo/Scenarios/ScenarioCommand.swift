import AppStorePayloads
import StoreAPI

/// A command of a scenario: what one of its customers does, or what the operator does for the customer.
///
/// A customer and a product ID name a subscription, or the customer's latest transaction of the product.
enum ScenarioCommand: Codable, Hashable, Sendable {
  /// The operator buys for the customer, without a sheet. The default quantity is 1.
  case buy(
    customer: String, productID: String, quantity: Int? = nil, offer: OrderOffer? = nil,
    appAccountToken: LowercaseUUID? = nil)
  /// The customer requests a refund; without a reason it is ``StoreAPI/RefundReason/unintendedPurchase``.
  case requestRefund(customer: String, productID: String, reason: RefundReason? = nil)
  case refund(customer: String, productID: String)
  case declineRefund(customer: String, productID: String)
  case reverseRefund(customer: String, productID: String)
  /// Ends the current period of a plan now and renews it; that fails if the payment fails.
  case renew(customer: String, productID: String)
  case expire(customer: String, productID: String)
  case disableAutoRenew(customer: String, productID: String)
  case enableAutoRenew(customer: String, productID: String)
  case failBilling(customer: String, productID: String)
  case recoverBilling(customer: String, productID: String)
  case extend(customer: String, productID: String, days: Int)
  case answerPriceIncrease(customer: String, productID: String, isAccepted: Bool)
  /// The customer joins the family of another one, who organizes it.
  case addFamilyMember(customer: String, organizer: String)
  case removeFamilyMember(customer: String)
  /// Sets the store's grace period until the end of the run: 3, 16 or 28 days, or 0 for none.
  case setGracePeriod(days: GracePeriod)

  // In JSON the name is the only key: `{"renew": {"customer": "ann", "productID": "subscription.pro"}}`.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case buy, requestRefund, refund, declineRefund, reverseRefund, renew, expire, disableAutoRenew,
      enableAutoRenew, failBilling, recoverBilling, extend, answerPriceIncrease, addFamilyMember,
      removeFamilyMember, setGracePeriod
  }
}
