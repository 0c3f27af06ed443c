/// The parameters of a request for a page of a customer's transactions.
package struct TransactionsRequest: Codable, Hashable, Sendable {
  /// Only this product's transactions; `nil` for those of all products.
  package var productID: String?
  /// Whether finished consumables are included that were not revoked.
  package var includingFinishedConsumables: Bool
  /// The maximum number of transactions of the page, from 1 to ``HistoryPage/limit``.
  package var limit: Int
  /// The ``HistoryPage/revision`` of the page before; `nil` for the first page.
  package var revision: String?

  package init(
    productID: String? = nil, includingFinishedConsumables: Bool = false,
    limit: Int = HistoryPage.limit, revision: String? = nil
  ) {
    self.productID = productID
    self.includingFinishedConsumables = includingFinishedConsumables
    self.limit = limit
    self.revision = revision
  }
}

/// Some of a customer's transactions, the one recorded last first.
///
/// Its names are those of the App Store Server API's `HistoryResponse`.
package struct HistoryPage: Hashable, Sendable {
  /// The maximum number of transactions of a page.
  package static let limit = 100

  /// The transactions as compact JWS, each with a lower ID than the one before.
  package var signedTransactions: [String]
  /// An opaque text that requests the next page; `nil` if this is the last page.
  ///
  /// It stays valid while transactions are bought, finished and refunded, until the store is reset.
  package var revision: String?
  /// The requests for refunds of the page's transactions.
  package var refundRequests: [TransactionRefundRequest]

  package init(
    signedTransactions: [String], revision: String? = nil,
    refundRequests: [TransactionRefundRequest] = []
  ) {
    self.signedTransactions = signedTransactions
    self.refundRequests = refundRequests
    self.revision = revision
  }

  /// Whether there are more transactions after this page.
  package var hasMore: Bool { revision != nil }
}

extension HistoryPage: Codable {
  /// The names on the wire.
  private enum CodingKeys: String, CodingKey {
    case signedTransactions, revision, hasMore, refundRequests
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(signedTransactions, forKey: .signedTransactions)
    try container.encodeIfPresent(revision, forKey: .revision)
    try container.encode(hasMore, forKey: .hasMore)
    if !refundRequests.isEmpty { try container.encode(refundRequests, forKey: .refundRequests) }
  }

  /// - Throws: `DecodingError`, as well if there is more and no revision to ask for it. The revision
  ///   of a last page is ignored, because Apple's last page has one.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    signedTransactions = try container.decode([String].self, forKey: .signedTransactions)
    refundRequests =
      try container.decodeIfPresent([TransactionRefundRequest].self, forKey: .refundRequests) ?? []
    let hasMore = try container.decode(Bool.self, forKey: .hasMore)
    revision = hasMore ? try container.decode(String.self, forKey: .revision) : nil
  }
}
