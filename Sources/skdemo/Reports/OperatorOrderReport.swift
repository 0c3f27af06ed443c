import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// `skdemo store approve --json`, `store decline --json` and `store resolve --json`.
struct OrderReport: Encodable {
  var order: OperatorOrder
  /// Absent if the order was declined.
  var transaction: TransactionPayload?
  /// Absent if the order was declined, and for a store of an earlier version.
  var alreadyOwned: Bool?
  var scheduled: Bool?

  init(order: OperatorOrder) { self.order = order }

  init(
    _ order: OperatorOrder, _ sold: OperatorTransaction, _ alreadyOwned: Bool?, _ scheduled: Bool?
  ) {
    (self.order, transaction) = (order, sold.transaction)
    (self.alreadyOwned, self.scheduled) = (alreadyOwned, scheduled)
  }

  var text: String {
    let wish = "\(order.goods) of \(order.account)"
    guard let transaction else { return "\(wish) is declined: nothing is sold" }
    let id = "transaction \(transaction.transactionId)"
    switch (alreadyOwned, scheduled) {
    case (true?, _): return "\(wish): already owned, and nothing was charged, \(id)"
    case (_, true?):
      let end = transaction.expiresDate?.formatted(.iso8601) ?? "the end of the period"
      return "\(wish) begins when \(transaction.productId) ends, at \(end): nothing was charged, "
        + id
    case (false?, false?): return "\(wish) is sold for \(transaction.priceText), \(id)"
    default: return "\(wish) is sold, \(id)"
    }
  }
}

extension OperatorOrder {
  /// A row of the operator's list.
  var cells: [String] {
    [
      id.description, account, date.formatted(.iso8601), goods, costText,
      "waits for \(cause.need)" + (isShared == true ? ", and a family member shares it" : ""),
    ]
  }

  /// The ordered products, for example "2 × consumable.fuel.octane87".
  fileprivate var goods: String { (quantity > 1 ? "\(quantity) × " : "") + productID }

  /// The present price; empty if the order cannot be sold.
  private var costText: String {
    guard let charge, let currency else { return "" }
    return "\(charge) \(currency)"
  }
}
