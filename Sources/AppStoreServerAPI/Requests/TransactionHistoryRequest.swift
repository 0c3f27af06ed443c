package import AppStorePayloads
package import Foundation

/// The query of "Get Transaction History".
package struct TransactionHistoryRequest: Hashable, Sendable {
  package enum Version: Hashable, Sendable {
    /// Without finished consumables, unless they were revoked.
    case v1
    case v2
  }

  /// By the date of the last modification.
  package enum Sort: String, Hashable, Sendable {
    case ascending = "ASCENDING"
    case descending = "DESCENDING"
  }

  package var version: Version
  /// The revision of an earlier response to the same request; `nil` for the first page.
  package var revision: String?
  /// Transactions that were bought at this date or later.
  package var startDate: Date?
  /// Transactions that were bought before this date.
  package var endDate: Date?
  /// Empty for all; the same for ``productTypes`` and ``subscriptionGroupIdentifiers``.
  package var productIds: Set<String> = []
  package var productTypes: Set<ProductType> = []
  package var subscriptionGroupIdentifiers: Set<String> = []
  package var sort = Sort.ascending
  package var inAppOwnershipType: OwnershipType?
  /// Only transactions that were revoked, or only those that were not; `nil` for both.
  package var revoked: Bool?

  package init(_ version: Version = .v2) { self.version = version }
}
