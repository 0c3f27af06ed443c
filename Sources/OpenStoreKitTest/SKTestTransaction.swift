public import Foundation
import StoreAPI

/// One line of a test store's list of transactions.
public struct SKTestTransaction: Identifiable, Hashable, Sendable {
  /// The transaction's number.
  public let identifier: UInt
  /// The number of the first transaction of the same subscription, or ``identifier``.
  public let originalTransactionIdentifier: UInt
  /// What was bought.
  public let productIdentifier: String
  /// When it was charged.
  public let purchaseDate: Date
  /// When the subscription period ends; `nil` for what does not end by itself.
  public let expirationDate: Date?
  /// When the App Store took it back; `nil` if it did not.
  public let cancelDate: Date?
  /// Whether the subscription will be renewed; `false` for every other type.
  public let autoRenewingEnabled: Bool

  /// The transaction's number.
  public var id: UInt { identifier }
  /// Whether a parent must still approve it: never yet, this store sells at once.
  public var pendingAskToBuyConfirmation: Bool { false }
  /// Whether the purchase was interrupted or could not be charged: never yet.
  public var hasPurchaseIssue: Bool { false }
  /// Whether the customer must still agree to a higher price: never yet.
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
