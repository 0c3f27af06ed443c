package import Foundation

/// A verified transaction, as far as the screens need it.
package struct Owned: Codable, Hashable, Sendable {
  package let transactionID: UInt64
  package let productID: String
  package let kind: ProductRow.Kind
  package let purchaseDate: Date
  /// For a pass, which has none in the App Store, the date that the app computes from its duration.
  package let expirationDate: Date?
  package let revocationDate: Date?
  package let isUpgraded: Bool
  package let isFamilyShared: Bool

  package init(
    transactionID: UInt64, productID: String, kind: ProductRow.Kind, purchaseDate: Date,
    expirationDate: Date? = nil, revocationDate: Date? = nil, isUpgraded: Bool = false,
    isFamilyShared: Bool = false
  ) {
    self.transactionID = transactionID
    self.productID = productID
    self.kind = kind
    self.purchaseDate = purchaseDate
    self.expirationDate = expirationDate
    self.revocationDate = revocationDate
    self.isUpgraded = isUpgraded
    self.isFamilyShared = isFamilyShared
  }
}

/// One status of a subscription group: there are several when a family shares.
package struct PlanStatus: Codable, Hashable, Sendable {
  /// The renewal states of StoreKit, with its raw values.
  package enum State: Int, Codable, Sendable {
    case subscribed = 1
    case expired, inBillingRetryPeriod, inGracePeriod, revoked
  }

  /// Why a subscription ended, with StoreKit's raw values.
  package enum ExpirationReason: Int, Codable, Sendable {
    case autoRenewDisabled = 1
    case billingError, didNotConsentToPriceIncrease, productUnavailable, unknown
  }

  /// What happens at the end of the period.
  package struct Renewal: Codable, Hashable, Sendable {
    package let currentProductID: String
    package let willAutoRenew: Bool
    /// Equal to `currentProductID` when nothing changes; `nil` when it will not renew.
    package let autoRenewPreference: String?
    package let expirationReason: ExpirationReason?
    package let gracePeriodExpirationDate: Date?
    package let renewalDate: Date?

    package init(
      currentProductID: String, willAutoRenew: Bool, autoRenewPreference: String?,
      expirationReason: ExpirationReason? = nil, gracePeriodExpirationDate: Date? = nil,
      renewalDate: Date? = nil
    ) {
      self.currentProductID = currentProductID
      self.willAutoRenew = willAutoRenew
      self.autoRenewPreference = autoRenewPreference
      self.expirationReason = expirationReason
      self.gracePeriodExpirationDate = gracePeriodExpirationDate
      self.renewalDate = renewalDate
    }

    /// The plan that a scheduled change leads to; `nil` for a plain renewal.
    package var scheduledProductID: String? {
      autoRenewPreference == currentProductID ? nil : autoRenewPreference
    }
  }

  package let groupID: String
  package let state: State
  package let transaction: Owned
  package let renewal: Renewal
  /// False when the transaction or the renewal info is not signed by the App Store.
  package let isVerified: Bool

  package init(
    groupID: String, state: State, transaction: Owned, renewal: Renewal, isVerified: Bool = true
  ) {
    self.groupID = groupID
    self.state = state
    self.transaction = transaction
    self.renewal = renewal
    self.isVerified = isVerified
  }

  /// Whether the customer may use what the plan offers.
  package var givesService: Bool {
    isVerified && (state == .subscribed || state == .inGracePeriod)
  }

  /// Whether service stands still until the payment is mended.
  var isPaused: Bool { isVerified && state == .inBillingRetryPeriod }
}
