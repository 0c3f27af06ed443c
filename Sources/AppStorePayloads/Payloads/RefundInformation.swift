/// Whether the developer delivered a purchase that works.
///
/// Source: "deliveryStatus" in the documentation of the App Store Server API.
package enum DeliveryStatus: String, Codable, Hashable, Sendable, CaseIterable {
  case delivered = "DELIVERED"
  case undeliveredQualityIssue = "UNDELIVERED_QUALITY_ISSUE"
  case undeliveredWrongItem = "UNDELIVERED_WRONG_ITEM"
  case undeliveredServerOutage = "UNDELIVERED_SERVER_OUTAGE"
  case undeliveredOther = "UNDELIVERED_OTHER"
}

/// The outcome that the developer prefers for a customer's refund request.
///
/// Source: "refundPreference" in the documentation of the App Store Server API.
package enum RefundPreference: String, Codable, Hashable, Sendable, CaseIterable {
  case decline = "DECLINE"
  case grantFull = "GRANT_FULL"
  case grantProrated = "GRANT_PRORATED"
}
