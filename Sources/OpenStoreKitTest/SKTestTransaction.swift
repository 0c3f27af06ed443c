public import Foundation
import StoreAPI

/// A transaction in a test store's list.
public struct SKTestTransaction: Identifiable, Hashable, Sendable {
  /// The transaction's number.
  public let identifier: UInt
  /// The number of the first transaction of the same subscription, or ``identifier``.
  public let originalTransactionIdentifier: UInt
  /// The ID of the product.
  public let productIdentifier: String
  /// The date of the purchase or the renewal.
  public let purchaseDate: Date
  /// The end of the subscription period; `nil` for every other type of product.
  public let expirationDate: Date?
  /// The date on which the App Store revoked it; `nil` if it did not.
  public let cancelDate: Date?
  /// Whether the subscription will be renewed; `false` for every other type.
  public let autoRenewingEnabled: Bool

  /// The transaction's number.
  public var id: UInt { identifier }
  /// Whether a parent must still approve it; always `false`, because this store sells at once.
  public var pendingAskToBuyConfirmation: Bool { false }
  /// Whether the purchase was interrupted or could not be charged; always `false` here.
  public var hasPurchaseIssue: Bool { false }
  /// Whether the customer must still agree to a higher price; always `false` here.
  public var isPendingPriceIncreaseConsent: Bool { false }

  init(_ transaction: TransactionPayload, renewing: Set<TransactionID>) {
    identifier = UInt(transaction.transactionId.rawValue)
    originalTransactionIdentifier = UInt(transaction.originalTransactionId.rawValue)
    productIdentifier = transaction.productId
    purchaseDate = transaction.purchaseDate
    expirationDate = transaction.expiresDate
    cancelDate = transaction.revocationDate
    autoRenewingEnabled =
      transaction.type == .autoRenewable && renewing.contains(transaction.originalTransactionId)
  }
}
