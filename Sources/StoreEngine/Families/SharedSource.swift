package import AppStorePayloads

/// The family member's purchase behind a shared transaction.
package struct SharedSource: Codable, Hashable, Sendable {
  package var purchaser: CustomerNumber
  /// The purchaser's transaction.
  package var transactionID: TransactionID

  enum CodingKeys: String, CodingKey, CaseIterable { case purchaser, transactionID }

  package init(purchaser: CustomerNumber, transactionID: TransactionID) {
    self.purchaser = purchaser
    self.transactionID = transactionID
  }
}
