import AppStorePayloads
public import Foundation
public import OpenStoreKit
import StoreAPI
import StoreOperatorAPI

/// A transaction in a test store's list, or an order that waits.
///
/// Two are equal if all their properties are.
public final class SKTestTransaction: NSObject, Identifiable, Sendable {
  /// The transaction's number.
  public let identifier: UInt
  /// The number of the first transaction of the same subscription, or ``identifier``.
  public let originalTransactionIdentifier: UInt
  /// The ID of the product.
  public let productIdentifier: String
  /// The date of the purchase or the renewal, or of an order that waits.
  public let purchaseDate: Date
  /// The end of the subscription period; `nil` for every other type of product.
  public let expirationDate: Date?
  /// The date on which the App Store revoked it; `nil` if it did not.
  public let cancelDate: Date?
  /// Whether the subscription will be renewed; `false` for every other type.
  public let autoRenewingEnabled: Bool
  /// Whether the order was interrupted and waits for its customer, or the renewal of the
  /// subscription could not be charged and is still tried.
  public let hasPurchaseIssue: Bool
  /// Whether the customer must still agree to a higher price of its subscription.
  public let isPendingPriceIncreaseConsent: Bool
  /// The state of the transaction: `purchased`, `deferred` for an order that waits for approval, and
  /// `failed` for an interrupted one, as the original StoreKit reports them to an app.
  public let state: SKPaymentTransactionState
  /// Whether somebody, for example a parent, must still approve it.
  public let pendingAskToBuyConfirmation: Bool

  /// The transaction's number.
  public var id: UInt { identifier }

  /// Creates the transaction; `renewal` is the next one of its subscription, `nil` for other types.
  init(_ transaction: TransactionPayload, renewal: RenewalInfoPayload?) {
    identifier = UInt(transaction.transactionId.rawValue)
    originalTransactionIdentifier = UInt(transaction.originalTransactionId.rawValue)
    productIdentifier = transaction.productId
    purchaseDate = transaction.purchaseDate
    expirationDate = transaction.expiresDate
    cancelDate = transaction.revocationDate
    autoRenewingEnabled = renewal?.autoRenewStatus == .on
    hasPurchaseIssue = renewal?.isInBillingRetryPeriod == true
    // A price that was declined is not agreed to either, but renewal is off then.
    isPendingPriceIncreaseConsent = autoRenewingEnabled && renewal?.priceIncreaseStatus == .pending
    state = .purchased
    pendingAskToBuyConfirmation = false
  }

  /// Creates the entry of an order that waits.
  init(_ order: OperatorOrder) {
    identifier = UInt(order.id.rawValue)
    originalTransactionIdentifier = identifier
    productIdentifier = order.productID
    purchaseDate = order.date
    (expirationDate, cancelDate) = (nil, nil)
    autoRenewingEnabled = false
    hasPurchaseIssue = order.cause == .interrupted
    isPendingPriceIncreaseConsent = false
    state = order.cause == .interrupted ? .failed : .deferred
    pendingAskToBuyConfirmation = order.cause == .askToBuy
  }

  /// Returns whether `object` is a transaction with the same properties.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SKTestTransaction)?.values == values
  }

  /// Hashes the values that `isEqual(_:)` compares.
  public override var hash: Int { values.hashValue }

  /// The product ID and the number.
  public override var description: String { "\(productIdentifier) (\(identifier))" }

  private var values: [AnyHashable?] {
    [
      identifier, originalTransactionIdentifier, productIdentifier, purchaseDate, expirationDate,
      cancelDate, autoRenewingEnabled, hasPurchaseIssue, isPendingPriceIncreaseConsent,
      state, pendingAskToBuyConfirmation,
    ]
  }
}

extension TransactionID {
  /// Creates an ID from an identifier of ``SKTestTransaction``.
  init(_ identifier: UInt) { self.init(rawValue: UInt64(identifier)) }
}
