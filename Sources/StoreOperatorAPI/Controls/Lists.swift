package import StoreAPI

// The lists of everything that the store has sold. A page has at most `HistoryPage.limit` entries, and
// its cost does not grow with their number. `revision` is the one of the page before; `nil` asks for the
// first page. No page begins at a revision of before a reset.
extension OperatorCommand {
  static let ofLists: [any OperatorControl.Type] = [
    Transactions.self, Subscriptions.self, Orders.self,
  ]

  /// Lists a page of the transactions of the store, or of one account, newest first.
  package struct Transactions: OperatorControl {
    package let account: String?
    package let revision: String?
    package static let summary =
      "Lists a page of the transactions of the store, or of one account, newest first; the next one "
      + "begins at its revision."
    package static let result = OperatorResult.Name.transactions
    package static let errors: [StoreErrorCode] = [.unknownAccount, .invalidRequestRevision]
    package static let isQuestion = true
  }

  /// Lists a page of the store's subscriptions, including those that have ended and those that a
  /// family member shares.
  ///
  /// Each is listed once: the latest customer's first, and of one customer the latest first.
  ///
  /// A subscription keeps its place when it renews.
  package struct Subscriptions: OperatorControl {
    package let revision: String?
    package static let summary =
      "Lists a page of the subscriptions of the store, including ended ones; the next one begins "
      + "at its revision."
    package static let result = OperatorResult.Name.subscriptions
    package static let errors: [StoreErrorCode] = [.invalidRequestRevision]
    package static let isQuestion = true
  }

  /// Lists the store's waiting orders by number, with the present charge of each.
  ///
  /// Reads the ledger of each customer with such an order.
  package struct Orders: OperatorControl {
    package static let summary = "Lists the waiting orders."
    package static let result = OperatorResult.Name.orders
    package static let isQuestion = true
  }

  package static func transactions(account: String?, revision: String? = nil) -> Self {
    Self(Transactions(account: account, revision: revision))
  }
  package static func subscriptions(revision: String? = nil) -> Self {
    Self(Subscriptions(revision: revision))
  }
  package static var orders: Self { Self(Orders()) }
}
