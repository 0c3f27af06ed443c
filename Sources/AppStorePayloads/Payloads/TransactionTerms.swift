/// Whether the customer bought the product or a family member shares it.
package enum OwnershipType: String, Codable, Hashable, Sendable, CaseIterable {
  case purchased = "PURCHASED"
  case familyShared = "FAMILY_SHARED"
}

/// Whether the customer made the transaction, or the store at the start of a period.
package enum TransactionReason: String, Codable, Hashable, Sendable, CaseIterable {
  case purchase = "PURCHASE"
  case renewal = "RENEWAL"
}

/// The kind of offer that a transaction or the next renewal has.
package enum OfferType: Int, Codable, Hashable, Sendable, CaseIterable {
  case introductory = 1
  case promotional = 2
  case code = 3
  case winBack = 4
}

/// The payment mode of an offer.
package enum OfferDiscountType: String, Codable, Hashable, Sendable, CaseIterable {
  case freeTrial = "FREE_TRIAL"
  case payAsYouGo = "PAY_AS_YOU_GO"
  case payUpFront = "PAY_UP_FRONT"
  /// Paid once, for a product that does not renew.
  case oneTime = "ONE_TIME"
}

/// The reason why the App Store revoked a transaction.
package enum RevocationReason: Int, Codable, Hashable, Sendable {
  case other = 0
  case developerIssue = 1
}

/// The kind of a revocation.
package enum RevocationType: String, Codable, Hashable, Sendable, CaseIterable {
  case refundFull = "REFUND_FULL"
  case refundProrated = "REFUND_PRORATED"
  case familyRevoke = "FAMILY_REVOKE"
}

/// The reason why a subscription ended.
package enum ExpirationIntent: Int, Codable, Hashable, Sendable, CaseIterable {
  case autoRenewDisabled = 1
  case billingError = 2
  case didNotConsentToPriceIncrease = 3
  case productUnavailable = 4
  case other = 5
}

/// Whether the customer has agreed to a price increase that needs their consent.
package enum PriceIncreaseStatus: Int, Codable, Hashable, Sendable, CaseIterable {
  case pending = 0
  case agreed = 1
}

/// The status of a subscription, as a number of the App Store Server API.
package enum SubscriptionStatusCode: Int, Codable, Hashable, Sendable, CaseIterable {
  case active = 1
  case expired = 2
  case billingRetry = 3
  case billingGracePeriod = 4
  case revoked = 5

  /// Whether a subscriber in this state has access.
  package var isEntitled: Bool { self == .active || self == .billingGracePeriod }
}

/// The environment of a payload: `sandbox` or `production` as a store of skdemo was made, `xcode` from
/// one inside a test.
package enum StoreEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  case production = "Production"
  case sandbox = "Sandbox"
  case xcode = "Xcode"
}
