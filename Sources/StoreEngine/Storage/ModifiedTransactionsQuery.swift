package import AppStorePayloads
package import Foundation

/// A query for a customer's transactions in the order of their last modifications.
package struct ModifiedTransactionsQuery: Hashable, Sendable {
  package var filter: TransactionFilter
  package var isAscending: Bool
  /// Only transactions after this one, in ascending order.
  package var after: LastModification
  /// Only transactions before this one, in ascending order; `nil` for all.
  package var before: LastModification?
  /// The maximum number of transactions.
  package var limit: Int

  package init(
    _ filter: TransactionFilter = TransactionFilter(), isAscending: Bool = true,
    after: LastModification = .first, before: LastModification? = nil, limit: Int
  ) {
    self.filter = filter
    self.isAscending = isAscending
    self.after = after
    self.before = before
    self.limit = limit
  }
}

/// The transactions that a history selects.
package struct TransactionFilter: Hashable, Sendable {
  /// Only transactions that were bought at this date or later.
  package var startDate: Date?
  /// Only transactions that were bought before this date.
  package var endDate: Date?
  /// Empty for all; the same for ``types`` and ``groupIDs``.
  package var productIDs: Set<String> = []
  package var types: Set<ProductType> = []
  package var groupIDs: Set<String> = []
  package var ownership: OwnershipType?
  /// Only transactions that were revoked, or only those that were not; `nil` for both.
  package var isRevoked: Bool?
  /// Whether finished consumables are included, unless they were revoked.
  package var includesFinishedConsumables = true

  package init() {}
}

/// A page of transactions in the order of their last modifications.
package struct ModifiedTransactionsPage: Hashable, Sendable {
  package var transactions: [LedgerTransaction]
  /// The place of the last transaction that the page has read, even if the filter excludes it;
  /// `nil` if there was nothing to read.
  package var last: LastModification?
  /// Whether there may be more.
  ///
  /// If there may be more, the page may have fewer transactions than its limit, or be empty.
  package var hasMore: Bool
  /// The sequence of the store's last event.
  package var lastSequence: Int64

  package init(
    transactions: [LedgerTransaction], last: LastModification?, hasMore: Bool, lastSequence: Int64
  ) {
    self.transactions = transactions
    self.last = last
    self.hasMore = hasMore
    self.lastSequence = lastSequence
  }
}
