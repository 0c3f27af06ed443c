import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// A row of the Transaction Manager: an order that waits, a transaction, or a subscription.
enum ManagedRow: Equatable, Identifiable, Sendable {
  case order(OperatorOrder)
  case transaction(OperatorTransaction)
  case subscription(OperatorSubscription)

  /// Unique in its table: no order has the number of a transaction, and a subscription has
  /// the original ID of all its transactions.
  var id: TransactionID {
    switch self {
    case .order(let order): order.id
    case .transaction(let listed): listed.id
    case .subscription(let subscription): subscription.renewalInfo.originalTransactionId
    }
  }

  /// The transaction, or the one of the subscription's current or last period; `nil` for an order.
  var transaction: OperatorTransaction? {
    switch self {
    case .order: nil
    case .transaction(let listed): listed
    case .subscription(let subscription): subscription.transaction
    }
  }
}

/// The texts of a row except its state; days are the store's, in UTC.
struct RowCells: Equatable, Sendable {
  let date: String
  let account: String
  let product: String
  let price: String

  var texts: [String] { [date, account, product, price] }
}

extension ManagedRow {
  var cells: RowCells {
    switch self {
    case .order(let order):
      // It has no price yet: it is sold at the price of that day.
      RowCells(
        date: order.date.day, account: order.account, product: order.productID, price: "")
    case .transaction(let listed):
      RowCells(
        date: listed.transaction.purchaseDate.day, account: listed.account,
        product: listed.transaction.productId, price: listed.transaction.displayPrice)
    case .subscription(let subscription): subscription.cells
    }
  }
}

extension OperatorSubscription {
  fileprivate var cells: RowCells {
    RowCells(
      date: transaction.transaction.expiresDate?.day ?? "", account: transaction.account,
      product: transaction.transaction.productId, price: renewal)
  }

  /// The price of the renewal; "on" if it has none, because a family member pays or it is not for sale.
  private var renewal: String {
    guard renewalInfo.autoRenewStatus == .on else { return "off" }
    return renewalInfo.displayPrice ?? "on"
  }
}

extension TransactionPayload {
  /// "$2.99", in the language of the operator's screen.
  var displayPrice: String { price.displayPrice(in: currency) }
}

extension RenewalInfoPayload {
  /// "$2.99", in the language of the operator's screen; `nil` if the renewal has no price.
  var displayPrice: String? {
    renewalPrice.flatMap { price in currency.map { price.displayPrice(in: $0) } }
  }
}

extension Int64 {
  fileprivate func displayPrice(in currency: String) -> String {
    Decimal(milliunits: self).formatted(
      .currency(code: currency).locale(.init(identifier: "en_US")))
  }
}
