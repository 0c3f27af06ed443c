@testable import OpenStoreKit

extension StoreSession {
  /// All pages of the customer's transactions, newest first.
  func transactions(of productID: String?) async -> [VerificationResult<Transaction>] {
    var history = HistoryReader(of: self, productID: productID)
    var all: [VerificationResult<Transaction>] = []
    while let transaction = await history.next() { all.append(transaction) }
    return all
  }
}
