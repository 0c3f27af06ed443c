package import StoreAPI
package import StoreEngine

extension StoreBackend {
  /// Returns all the customer's transactions, newest first, page after page.
  ///
  /// - Parameters:
  ///   - productID: The product; `nil` for all products.
  ///   - includingFinishedConsumables: Whether finished consumables are included.
  ///   - limit: The maximum number of transactions in a page.
  /// - Returns: The compact JWS of all pages, at the time of the last answer.
  /// - Throws: The errors of a page.
  package func transactions(
    of productID: String?, includingFinishedConsumables: Bool, limit: Int = HistoryPage.limit
  ) async throws(StoreError) -> Answer<[String]> {
    var request = TransactionsRequest(
      productID: productID, includingFinishedConsumables: includingFinishedConsumables,
      limit: limit)
    var all: [String] = []
    while true {
      let page = try await transactions(request)
      all += page.value.signedTransactions
      guard let revision = page.value.revision else { return Answer(all, at: page.time) }
      request.revision = revision
    }
  }
}

extension LedgerReading {
  /// Returns all the customer's transactions, newest first.
  package func transactions(
    of customer: CustomerNumber, productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreError) -> [LedgerTransaction] {
    try await transactions(
      of: customer,
      HistoryQuery(
        productID: productID, includingFinishedConsumables: includingFinishedConsumables,
        limit: .max))
  }

  /// Returns all transactions of the store or of one account, newest first.
  package func allTransactions(account: String?) async throws(StoreError) -> [StoredTransaction] {
    try await allTransactions(account: account, before: nil, limit: .max)
  }
}
