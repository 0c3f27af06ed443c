/// The sheet that a customer confirms before they pay.
package struct PurchaseSheet: Identifiable, Sendable {
  /// The terms of the purchase; amounts for display are in the storefront's format.
  package struct Terms: Hashable, Sendable {
    /// The charge now, for the whole quantity; 0 if nothing is charged.
    package var charge: Decimal
    /// ``charge`` for display, such as `$1.99`.
    package var displayCharge: String
    /// The offer whose terms apply to the first period, or from ``effectiveDate``.
    package var offer: Product.SubscriptionOffer?
    /// The offer of a code that follows ``offer``; `nil` if the regular price does.
    package var followingOffer: Product.SubscriptionOffer?
    /// The offers of periods to come that are lost with this purchase.
    package var lostOffers: [Product.SubscriptionOffer] = []
    /// The price of each later period, for display; `nil` if the product does not renew.
    package var displayRenewalPrice: String?
    /// The length of each later period; `nil` if the product does not renew.
    package var renewalPeriod: Product.SubscriptionPeriod?
    /// When the period that begins now is renewed; `nil` if none begins now.
    package var firstRenewalDate: Date?
    /// The plan that an upgrade or a scheduled change replaces.
    package var replacedProductID: String?
    /// The refund for the rest of the period that an upgrade ends.
    package var upgradeRefund: Decimal?
    /// ``upgradeRefund`` for display.
    package var displayUpgradeRefund: String?
    /// When a change of plan at the end of the period takes effect, or when the present plan goes on
    /// that would have ended.
    package var effectiveDate: Date?
    /// Nothing is charged, because the customer owns the product already.
    package var alreadyOwned = false
  }

  /// How a confirmed purchase ended.
  package enum Ending: Hashable, Sendable {
    /// The customer has it, by the transaction with this ID.
    case purchased(transactionID: UInt64)
    /// Something else must happen first.
    case pending
    /// Nothing was charged.
    case alreadyOwned
    /// The plan changes on this date; nothing was charged.
    case scheduled(Date)
    /// Nothing was sold, or it is not known yet, for this reason.
    case failed(String)
    /// The offer code was not redeemed; the sheet that asks for a code says why.
    case codeFailed
  }

  /// Identifies this sheet.
  package let id: UUID
  package let product: Product
  package let quantity: Int
  /// The account that pays.
  package let account: String
  /// The name of the device.
  package let device: String
  package let storefront: Storefront
  package let terms: Terms
  /// The store's time of the terms.
  package let now: Date
}
