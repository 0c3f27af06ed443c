/// The body of "Extend a Subscription Renewal Date".
package struct ExtendRenewalDateRequest: Hashable, Sendable {
  /// 1 to 90.
  package var extendByDays: Int
  package var extendReasonCode: ExtendReasonCode
  /// At most 128 characters, and not empty.
  package var requestIdentifier: String

  package init(
    extendByDays: Int, extendReasonCode: ExtendReasonCode, requestIdentifier: String
  ) {
    self.extendByDays = extendByDays
    self.extendReasonCode = extendReasonCode
    self.requestIdentifier = requestIdentifier
  }
}

/// Why a developer extends a renewal date.
package enum ExtendReasonCode: Int, Codable, Hashable, Sendable, CaseIterable {
  case undeclared = 0
  case customerSatisfaction = 1
  case other = 2
  case serviceIssueOrOutage = 3
}

/// The body of "Extend Subscription Renewal Dates for All Active Subscribers".
package struct MassExtendRenewalDateRequest: Hashable, Sendable {
  package var productId: String
  package var dateExtension: ExtendRenewalDateRequest
  /// ISO 3166-1 alpha-3; `nil` for every storefront.
  package var storefrontCountryCodes: Set<String>?

  package init(
    productId: String, dateExtension: ExtendRenewalDateRequest,
    storefrontCountryCodes: Set<String>? = nil
  ) {
    self.productId = productId
    self.dateExtension = dateExtension
    self.storefrontCountryCodes = storefrontCountryCodes
  }
}
