package import Foundation

/// A verified transaction, as far as the screens need it.
package struct Owned: Codable, Hashable, Sendable {
  package let transactionID: UInt64
  package let productID: String
  package let kind: ProductRow.Kind
  package let purchaseDate: Date
  /// For a pass, which has none in the App Store, the date that the app computes from its duration.
  package internal(set) var expirationDate: Date?
  package internal(set) var revocationDate: Date?
  package internal(set) var isUpgraded = false
  package internal(set) var isFamilyShared = false
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
    package internal(set) var expirationReason: ExpirationReason?
    package internal(set) var gracePeriodExpirationDate: Date?
    package internal(set) var renewalDate: Date?

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
  package internal(set) var isVerified = true

  /// Whether the customer may use what the plan offers.
  package var givesService: Bool {
    isVerified && (state == .subscribed || state == .inGracePeriod)
  }

  /// Whether service waits for a payment.
  var isPaused: Bool { isVerified && state == .inBillingRetryPeriod }
}
