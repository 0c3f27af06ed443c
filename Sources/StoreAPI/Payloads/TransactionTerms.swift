/// Who a transaction belongs to.
package enum OwnershipType: String, Codable, Hashable, Sendable {
  case purchased = "PURCHASED"
  case familyShared = "FAMILY_SHARED"
}

/// What made a transaction: the customer, or a period that began.
package enum TransactionReason: String, Codable, Hashable, Sendable {
  case purchase = "PURCHASE"
  case renewal = "RENEWAL"
}

/// Which kind of offer a transaction or the next renewal has.
package enum OfferType: Int, Codable, Hashable, Sendable {
  case introductory = 1
  case promotional = 2
  case code = 3
  case winBack = 4
}

/// How an offer is paid for.
package enum OfferDiscountType: String, Codable, Hashable, Sendable {
  case freeTrial = "FREE_TRIAL"
  case payAsYouGo = "PAY_AS_YOU_GO"
  case payUpFront = "PAY_UP_FRONT"
}

/// Why the App Store took a transaction back.
package enum RevocationReason: Int, Codable, Hashable, Sendable {
  case other = 0
  case developerIssue = 1
}

/// How the App Store took a transaction back.
package enum RevocationType: String, Codable, Hashable, Sendable {
  case refundFull = "REFUND_FULL"
  case refundProrated = "REFUND_PRORATED"
  case familyRevoke = "FAMILY_REVOKE"
}

/// Why a subscription ended.
package enum ExpirationIntent: Int, Codable, Hashable, Sendable {
  case autoRenewDisabled = 1
  case billingError = 2
  case didNotConsentToPriceIncrease = 3
  case productUnavailable = 4
  case other = 5
}

/// Whether the customer has agreed to a price increase that needs it.
package enum PriceIncreaseStatus: Int, Codable, Hashable, Sendable {
  case pending = 0
  case agreed = 1
}

/// Where a subscription stands, in the numbers of the App Store Server API.
package enum SubscriptionStatusCode: Int, Codable, Hashable, Sendable {
  case active = 1
  case expired = 2
  case billingRetry = 3
  case billingGracePeriod = 4
  case revoked = 5

  /// Whether a subscriber in this state is served.
  package var isEntitled: Bool { self == .active || self == .billingGracePeriod }
}

/// The environment that every payload of this store names.
package enum StoreEnvironment: String, Codable, Hashable, Sendable {
  case production = "Production"
  case sandbox = "Sandbox"
  case xcode = "Xcode"
}
