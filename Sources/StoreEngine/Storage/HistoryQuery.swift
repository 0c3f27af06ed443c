package import AppStorePayloads
import StoreAPI

/// A query for a customer's transactions, newest first.
package struct HistoryQuery: Hashable, Sendable {
  /// The product whose transactions are returned; `nil` for all products.
  package var productID: String?
  /// Whether finished consumables are included, unless they were revoked.
  package var includingFinishedConsumables: Bool
  /// The transaction before which the page begins; `nil` for the newest transactions.
  package var before: TransactionID?
  /// The maximum number of transactions.
  package var limit: Int

  package init(
    productID: String? = nil, includingFinishedConsumables: Bool = true,
    before: TransactionID? = nil, limit: Int
  ) {
    self.productID = productID
    self.includingFinishedConsumables = includingFinishedConsumables
    self.before = before
    self.limit = limit
  }
}

extension HistoryQuery {
  /// Selects what a request for a page asks for.
  init(_ request: TransactionsRequest, before: TransactionID?, limit: Int) {
    self.init(
      productID: request.productID,
      includingFinishedConsumables: request.includingFinishedConsumables, before: before,
      limit: limit)
  }
}
