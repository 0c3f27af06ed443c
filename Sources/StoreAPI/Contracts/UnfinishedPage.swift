package import AppStorePayloads

/// Some of the unfinished transactions that may be delivered on a device.
package struct UnfinishedPage: Codable, Hashable, Sendable {
  /// The maximum number of transactions of a page.
  package static let limit = 100

  /// The transactions as compact JWS, oldest first, in the order of their IDs.
  package var transactions: [String]
  /// The ID after which the next page begins; `nil` if this is the last page.
  package var next: TransactionID?

  package init(transactions: [String], next: TransactionID? = nil) {
    self.transactions = transactions
    self.next = next
  }

  /// Whether there are more transactions after this page.
  package var hasMore: Bool { next != nil }
}

/// The result of a request to finish transactions.
///
/// A transaction that is in neither list had been finished before.
package struct FinishResult: Codable, Hashable, Sendable {
  /// The maximum number of transactions of a request.
  package static let limit = 100

  /// The transactions that were unfinished before.
  package var finished: [TransactionID]
  /// The IDs that are not transactions of the customer.
  package var unknown: [TransactionID]

  package init(finished: [TransactionID] = [], unknown: [TransactionID] = []) {
    self.finished = finished
    self.unknown = unknown
  }
}
