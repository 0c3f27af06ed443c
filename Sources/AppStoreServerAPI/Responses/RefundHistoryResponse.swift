/// The response of "Get Refund History": a page of at most 20 transactions, in ascending order of
/// their revocation dates.
package struct RefundHistoryResponse: Codable, Hashable, Sendable {
  package var signedTransactions: [String]
  package var revision: String
  package var hasMore: Bool

  package init(signedTransactions: [String], revision: String, hasMore: Bool) {
    self.signedTransactions = signedTransactions
    self.revision = revision
    self.hasMore = hasMore
  }
}
