package import AppStorePayloads
import StoreAPI

/// Identifies a customer's subscription by its plan or by one of its transactions.
///
/// In JSON `{"productID": "subscription.pro", "account": "ann"}` or
/// `{"transactionID": "1000000001"}`.
package enum SubscriptionReference: Hashable, Sendable {
  /// The subscription whose current period has this product; the account may be `nil` if only one
  /// account has such a subscription.
  case product(String, account: String?)
  /// The subscription of the transaction with this ID.
  case transaction(TransactionID)
}

extension SubscriptionReference: Codable {
  private enum CodingKeys: String, CodingKey {
    case productID
    case account
    case transactionID
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let productID = try container.decodeIfPresent(String.self, forKey: .productID) else {
      self = .transaction(try container.value(.transactionID))
      return
    }
    self = .product(
      productID, account: try container.decodeIfPresent(String.self, forKey: .account))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .product(let productID, let account):
      try container.encode(productID, forKey: .productID)
      try container.encodeIfPresent(account, forKey: .account)
    case .transaction(let id): try container.encode(id, forKey: .transactionID)
    }
  }
}
