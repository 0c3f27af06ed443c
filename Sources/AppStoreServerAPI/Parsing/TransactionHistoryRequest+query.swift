import AppStorePayloads
import Foundation

extension TransactionHistoryRequest {
  /// Reads the query of "Get Transaction History".
  ///
  /// The value of `revoked` can be `true` or `True`, because Apple's library for Python writes
  /// `True`. `excludeRevoked` is its name before version 1.5 of the API. Other parameters are
  /// ignored.
  ///
  /// - Throws: ``APIError`` with the number of the first parameter that is not valid, and
  ///   ``APIError/startDateAfterEndDate`` unless the start date precedes the end date.
  package init(_ version: Version, _ query: Query) throws(APIError) {
    self.init(version)
    revision = try query.value("revision", else: .invalidRequestRevision)
    try readDates(query)
    productIds = try query.values("productId", else: .invalidProductId) { $0 }
    productTypes = try query.values("productType", else: .invalidProductType) {
      ProductType(filter: $0)
    }
    subscriptionGroupIdentifiers = try query.values(
      "subscriptionGroupIdentifier", else: .invalidSubscriptionGroupIdentifier
    ) { $0 }
    sort = try query.value("sort", else: .invalidSort) { Sort(rawValue: $0) } ?? .ascending
    inAppOwnershipType = try query.value("inAppOwnershipType", else: .invalidInAppOwnershipType) {
      OwnershipType(rawValue: $0)
    }
    try readRevoked(query)
  }

  private mutating func readDates(_ query: Query) throws(APIError) {
    startDate = try query.value("startDate", else: .invalidStartDate) {
      Date(requestMilliseconds: $0)
    }
    endDate = try query.value("endDate", else: .invalidEndDate) { Date(requestMilliseconds: $0) }
    if let startDate, let endDate, startDate >= endDate { throw .startDateAfterEndDate }
  }

  private mutating func readRevoked(_ query: Query) throws(APIError) {
    let excludeRevoked = try query.value("excludeRevoked", else: .invalidExcludeRevoked) {
      Bool($0.lowercased())
    }
    revoked = try query.value("revoked", else: .invalidRevoked) { Bool($0.lowercased()) }
    if excludeRevoked == true, revoked == nil { revoked = false }
  }
}

extension ProductType {
  /// The type with this name in a query; `nil` for any other text.
  fileprivate init?(filter name: String) {
    switch name {
    case "AUTO_RENEWABLE": self = .autoRenewable
    case "NON_RENEWABLE": self = .nonRenewable
    case "CONSUMABLE": self = .consumable
    case "NON_CONSUMABLE": self = .nonConsumable
    default: return nil
    }
  }
}
