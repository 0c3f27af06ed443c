import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

extension TransactionPayload {
  /// The charge, for example "1.99 USD".
  var priceText: String { "\(Decimal(milliunits: price)) \(currency)" }
}

/// `skdemo store refund --json`, `store refund-decline --json` and `store refund-reverse --json`.
struct RefundReport: Encodable {
  var account: String
  /// Absent if the refund was declined.
  var amount: String?
  var currency: String
  var transaction: TransactionPayload

  init(_ decided: OperatorTransaction, _ amount: Decimal? = nil) {
    account = decided.account
    self.amount = amount.map { "\($0)" }
    currency = decided.transaction.currency
    transaction = decided.transaction
  }

  var text: String {
    "\(transaction.productId): \(amount ?? "0") \(currency)\(share) refunded to \(account), "
      + "transaction \(transaction.transactionId)"
  }

  /// The part of the price, unless it is all.
  private var share: String {
    guard transaction.revocationType == .refundProrated,
      let percentage = transaction.revocationPercentage
    else { return "" }
    return " (\(Decimal(milliunits: Int64(percentage))) % of the price)"
  }

  var declinedText: String {
    "\(transaction.productId): the refund is declined, and \(account) keeps it, transaction "
      + "\(transaction.transactionId)"
  }

  var reversedText: String {
    "\(transaction.productId): \(amount ?? "0") \(currency) charged again, and \(account) has it "
      + "again, transaction \(transaction.transactionId)"
  }
}

/// `skdemo store buy --json`.
struct OperatorPurchaseReport: Encodable {
  var account: String
  var alreadyOwned: Bool
  var scheduled: Bool
  var transaction: TransactionPayload

  init(_ bought: OperatorTransaction, _ alreadyOwned: Bool, _ scheduled: Bool) {
    (account, transaction) = (bought.account, bought.transaction)
    (self.alreadyOwned, self.scheduled) = (alreadyOwned, scheduled)
  }

  var text: String {
    let id = "transaction \(transaction.transactionId)"
    if alreadyOwned { return "\(account) already has \(transaction.productId), \(id)" }
    if scheduled {
      return "\(account) keeps \(transaction.productId) until the plan changes at its end, \(id)"
    }
    return "\(transaction.productId) is sold to \(account) for \(transaction.priceText), \(id)"
  }
}

/// `skdemo store delete --json`.
struct DeletionReport: Encodable {
  var account: String
  /// As it was.
  var transaction: TransactionPayload

  init(_ deleted: OperatorTransaction) {
    account = deleted.account
    transaction = deleted.transaction
  }

  var text: String {
    "\(transaction.productId) of \(account) is deleted, transaction \(transaction.transactionId): "
      + "nothing is refunded"
  }
}

/// `skdemo store expire --json`, `store cancel --json` and `store resume --json`.
struct RenewalReport: Encodable {
  var account: String
  /// The product of the next period; `nil` if there will be none.
  var autoRenewProductId: String?
  /// Of the current period.
  var transaction: TransactionPayload

  var text: String {
    let end = transaction.expiresDate?.formatted(.iso8601) ?? "now"
    let next =
      switch autoRenewProductId {
      case nil: "ends at \(end) and does not renew"
      case transaction.productId: "renews at \(end)"
      case let productID?: "renews at \(end) as \(productID)"
      }
    return "\(transaction.productId) of \(account) \(next), transaction "
      + "\(transaction.transactionId)"
  }
}

extension OperatorTransaction {
  /// A row of the operator's list.
  var cells: [String] {
    [
      id.description, account, transaction.purchaseDate.formatted(.iso8601),
      transaction.productId, transaction.cause,
      transaction.priceText,
      transaction.revocationDate != nil ? transaction.end : isFinished ? "finished" : "unfinished",
      refundRequestText,
    ]
  }

  /// The customer's refund request and its reason; empty if there is none or it was refunded.
  private var refundRequestText: String {
    guard let request = refundRequest, transaction.revocationDate == nil else { return "" }
    let reason =
      request.reason.rawValue + (request.text.map { ": \($0)" } ?? "")
      + (request.consumption.map { "; the developer reports \($0)" } ?? "")
    return switch request.state {
    case .pending: "refund requested, \(reason)"
    case .granted: "refund reversed"
    case .declined: "refund declined, \(reason)"
    case .unknown: "refund request, \(reason)"
    }
  }

  var expiryText: String {
    let date = transaction.expiresDate?.formatted(.iso8601) ?? "now"
    return "\(transaction.productId) of \(account) ended at \(date), transaction \(id)"
  }
}
