package import AppStorePayloads

/// The response of "Get Transaction History": a page of at most 20 transactions.
package struct HistoryResponse: Codable, Hashable, Sendable {
  /// Asks for the transactions after this page; after the last page, for those that changed since.
  package var revision: String
  package var hasMore: Bool
  package var bundleId: String
  /// Absent in a sandbox.
  package var appAppleId: Int64?
  package var environment: StoreEnvironment
  package var signedTransactions: [String]

  package init(
    revision: String, hasMore: Bool, bundleId: String, environment: StoreEnvironment,
    signedTransactions: [String]
  ) {
    self.revision = revision
    self.hasMore = hasMore
    self.bundleId = bundleId
    appAppleId = environment.appAppleID(of: bundleId)
    self.environment = environment
    self.signedTransactions = signedTransactions
  }
}
