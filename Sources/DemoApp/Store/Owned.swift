package import Foundation
package import OpenStoreKit

/// A verified transaction, as far as the screens need it.
package struct Owned: Codable, Hashable, Sendable {
  @DigitString package private(set) var transactionID: UInt64
  package let productID: String
  package let kind: Product.ProductType
  package let purchaseDate: Date
  /// For a pass, which has none in the App Store, the date that the app computes from its duration.
  package internal(set) var expirationDate: Date?
  package internal(set) var revocationDate: Date?
  package internal(set) var isUpgraded = false
  package internal(set) var isFamilyShared = false
  /// The transaction with which its subscription began.
  @DigitString package internal(set) var originalID: UInt64
  /// The total charge, in its currency.
  package internal(set) var price: Price?
  /// The offer that it was bought with; `nil` for the regular price.
  package internal(set) var offer: PurchaseOffer?
}

extension Owned {
  /// The word for its revocation: a family member's purchase is not refunded to the customer.
  var wordOfRevocation: String { isFamilyShared ? "not shared" : "refunded" }
}

/// An amount of money, and how it is written.
package struct Price: Codable, Hashable, Sendable {
  package let amount: Decimal
  package let text: String
  /// The currency's ISO 4217 code, for the amount in words.
  package internal(set) var currency: String?
}

/// The offer of a transaction, or of the next renewal.
package struct PurchaseOffer: Codable, Hashable, Sendable {
  package let kind: Transaction.OfferType
  /// `nil` for a payment mode that offers of plans do not have.
  package let mode: Product.SubscriptionOffer.PaymentMode?

  /// Whether nothing is paid.
  package var isFree: Bool { mode == .freeTrial }
}

/// One status of a subscription group: there are several when a family shares.
package struct PlanStatus: Codable, Hashable, Sendable {
  /// The renewal at the end of the period.
  package struct Renewal: Codable, Hashable, Sendable {
    package let currentProductID: String
    package let willAutoRenew: Bool
    /// Equal to `currentProductID` when nothing changes; `nil` when it will not renew.
    package let autoRenewPreference: String?
    package internal(set) var expirationReason: SubscriptionRenewalInfo.ExpirationReason?
    package internal(set) var gracePeriodExpirationDate: Date?
    package internal(set) var renewalDate: Date?
    package internal(set) var priceIncrease =
      SubscriptionRenewalInfo.PriceIncreaseStatus.noIncreasePending
    /// The price of the next period; `nil` if it will not renew.
    package internal(set) var renewalPrice: Price?
    /// The offer that applies to the next period; `nil` if it will not renew.
    package internal(set) var offer: PurchaseOffer?
    /// The win-back offers that the customer is eligible for, best first.
    package internal(set) var eligibleWinBackOfferIDs: [String] = []

    /// The plan that a scheduled change leads to; `nil` for a plain renewal and while renewal is
    /// off.
    package var scheduledProductID: String? {
      guard willAutoRenew, autoRenewPreference != currentProductID else { return nil }
      return autoRenewPreference
    }
  }

  package let groupID: String
  package let state: SubscriptionRenewalState
  package let transaction: Owned
  package let renewal: Renewal
  /// False when the transaction or the renewal info is not signed by the App Store.
  package internal(set) var isVerified = true

  /// Whether the customer may use what the plan offers.
  package var grantsAccess: Bool {
    isVerified && (state == .subscribed || state == .inGracePeriod)
  }

  /// Whether access waits for a payment.
  var isPaused: Bool { isVerified && state == .inBillingRetryPeriod }
}
