import StoreAPI

/// A table of the Transaction Manager.
enum ManagedTable: Hashable, Sendable {
  /// The orders that wait, and every transaction.
  case transactions
  /// Every subscription, including ended ones.
  case subscriptions

  var title: String {
    switch self {
    case .transactions: "Transactions"
    case .subscriptions: "Subscriptions"
    }
  }

  /// The word for one of its rows.
  var singular: String {
    switch self {
    case .transactions: "transaction"
    case .subscriptions: "subscription"
    }
  }

  /// The table that Tab shows.
  var other: ManagedTable {
    switch self {
    case .transactions: .subscriptions
    case .subscriptions: .transactions
    }
  }

  /// The names of the columns, except the state's, which needs none.
  var heading: RowCells {
    switch self {
    case .transactions:
      RowCells(date: "Date", account: "Account", product: "Product", price: "Price")
    case .subscriptions:
      RowCells(date: "Expires", account: "Account", product: "Product", price: "Renewal")
    }
  }
}

/// A page of a table of the store.
struct ManagedPage: Equatable, Sendable {
  let rows: [ManagedRow]
  /// The revision of the next page; `nil` for the last page.
  let next: String?
}
