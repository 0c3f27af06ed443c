package import AppStorePayloads
import StoreAPI

/// Some of a customer's transactions, counted from the newest.
package struct HistoryQuery: Hashable, Sendable {
  /// Only this product's transactions; `nil` for those of all products.
  package var productID: String?
  /// Whether finished consumables are included that were not revoked.
  package var includingFinishedConsumables: Bool
  /// All are older than this transaction; `nil` for the newest.
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
