/// What a customer is asked before they pay.
package struct PurchaseSheet: Identifiable, Sendable {
  /// What the customer would agree to; amounts are written in the storefront's way.
  package struct Terms: Hashable, Sendable {
    /// What is charged now, for the whole quantity; 0 where nothing is.
    package var charge: Decimal
    /// ``charge`` for display, such as `$1.99`.
    package var displayCharge: String
    /// The offer whose terms apply to the first period.
    package var offer: Product.SubscriptionOffer?
    /// What each later period costs; `nil` for what does not renew.
    package var renewalPrice: Decimal?
    /// ``renewalPrice`` for display.
    package var displayRenewalPrice: String?
    /// How long each later period lasts; `nil` for what does not renew.
    package var renewalPeriod: Product.SubscriptionPeriod?
    /// When the first period that begins now is renewed; `nil` where none begins now.
    package var firstRenewalDate: Date?
    /// The plan that an upgrade or a scheduled change leaves.
    package var replacedProductID: String?
    /// What an upgrade gives back of the period that it ends.
    package var upgradeRefund: Decimal?
    /// ``upgradeRefund`` for display.
    package var displayUpgradeRefund: String?
    /// When a change of plan that waits for the end of the period takes effect.
    package var effectiveDate: Date?
    /// Nothing is charged: the customer has it already.
    package var alreadyOwned: Bool

    package init(
      charge: Decimal, displayCharge: String, offer: Product.SubscriptionOffer? = nil,
      renewalPrice: Decimal? = nil, displayRenewalPrice: String? = nil,
      renewalPeriod: Product.SubscriptionPeriod? = nil, firstRenewalDate: Date? = nil,
      replacedProductID: String? = nil, upgradeRefund: Decimal? = nil,
      displayUpgradeRefund: String? = nil, effectiveDate: Date? = nil, alreadyOwned: Bool = false
    ) {
      self.charge = charge
      self.displayCharge = displayCharge
      self.offer = offer
      self.renewalPrice = renewalPrice
      self.displayRenewalPrice = displayRenewalPrice
      self.renewalPeriod = renewalPeriod
      self.firstRenewalDate = firstRenewalDate
      self.replacedProductID = replacedProductID
      self.upgradeRefund = upgradeRefund
      self.displayUpgradeRefund = displayUpgradeRefund
      self.effectiveDate = effectiveDate
      self.alreadyOwned = alreadyOwned
    }
  }

  /// How a confirmed purchase ended.
  package enum Ending: Hashable, Sendable {
    case purchased
    /// Something else must happen first.
    case pending
    /// Nothing was charged.
    case alreadyOwned
    /// The plan changes on this date; nothing was charged.
    case scheduled(Date)
    /// Why nothing was sold, or why it is not known yet, in a sentence.
    case failed(String)
  }

  /// Names this one sheet.
  package let id: UUID
  package let product: Product
  package let quantity: Int
  /// Who pays.
  package let account: String
  /// On which of their devices.
  package let device: String
  package let storefront: Storefront
  package let terms: Terms
  /// The store's time when the terms were said.
  package let now: Date

  package init(
    id: UUID, product: Product, quantity: Int, account: String, device: String,
    storefront: Storefront, terms: Terms, now: Date
  ) {
    self.id = id
    self.product = product
    self.quantity = quantity
    self.account = account
    self.device = device
    self.storefront = storefront
    self.terms = terms
    self.now = now
  }
}
