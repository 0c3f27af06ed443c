import Foundation
import StoreAPI

/// A row of the Transaction Manager: an order that waits, or a transaction.
enum ManagedRow: Equatable, Identifiable, Sendable {
  case order(OperatorOrder)
  case transaction(OperatorTransaction)

  /// No order has the number of a transaction.
  var id: TransactionID {
    switch self {
    case .order(let order): order.id
    case .transaction(let listed): listed.id
    }
  }

  var account: String {
    switch self {
    case .order(let order): order.account
    case .transaction(let listed): listed.account
    }
  }

  var productID: String {
    switch self {
    case .order(let order): order.productID
    case .transaction(let listed): listed.transaction.productId
    }
  }

  /// When it was ordered or bought.
  var date: Date {
    switch self {
    case .order(let order): order.date
    case .transaction(let listed): listed.transaction.purchaseDate
    }
  }

  /// "$2.99"; empty for an order, which is sold at the price of its day.
  var displayPrice: String {
    switch self {
    case .order: ""
    case .transaction(let listed): listed.transaction.displayPrice
    }
  }
}

extension ManagedRow {
  /// Whether it contains each of these words, in lower case.
  func contains(_ words: [Substring], at now: Date) -> Bool {
    let state = TransactionState(self, at: now).text
    let text = ([id.description, account, productID, state] + payloadWords).joined(separator: "\n")
      .lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  private var payloadWords: [String] {
    guard case .transaction(let listed) = self else { return [] }
    let payload = listed.transaction
    return [
      payload.type.rawValue, payload.transactionReason.rawValue,
      payload.inAppOwnershipType.rawValue, payload.storefront, payload.currency,
    ] + [payload.offerIdentifier].compactMap(\.self)
  }
}
