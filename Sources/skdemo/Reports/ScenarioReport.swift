import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// The customers that a run of scenarios has made, and their purchases.
struct ScenarioReport: Encodable {
  /// The store's time after the run.
  var date: Date
  var customers: [Customer]

  struct Customer: Encodable {
    /// The name in the scenario.
    var name: String
    var account: String
    /// The ID of the app transaction; absent without a transaction.
    var appTransactionID: String?
    /// Newest first.
    var purchases: [Purchase]
  }

  struct Purchase: Encodable {
    var transactionID: TransactionID
    var originalTransactionID: TransactionID
    var productID: String
    /// Absent for what a family member shares.
    var orderID: String?
    /// StoreKit's name of the subscription's state, for its current or last period.
    var status: String?
  }
}

extension ScenarioReport {
  var lines: [String] { Table(customers.flatMap(\.cells)).lines }
}

extension ScenarioReport.Customer {
  init(_ customer: ScenarioPlan.Customer, _ transactions: [OperatorTransaction]) {
    self.init(
      name: customer.name, account: customer.account,
      appTransactionID: transactions.first?.transaction.appTransactionId,
      purchases: transactions.map(ScenarioReport.Purchase.init))
  }

  /// A row for each purchase; one row for a customer without purchases.
  fileprivate var cells: [[String]] {
    guard !purchases.isEmpty else { return [[account, "nothing bought"]] }
    return purchases.map {
      [
        account, $0.productID, $0.transactionID.description, $0.orderID ?? "shared",
        $0.status ?? "",
      ]
    }
  }
}

extension ScenarioReport.Purchase {
  fileprivate init(_ listed: OperatorTransaction) {
    let transaction = listed.transaction
    self.init(
      transactionID: listed.id, originalTransactionID: transaction.originalTransactionId,
      productID: transaction.productId,
      orderID: transaction.inAppOwnershipType == .purchased
        ? OrderID(of: listed.id).description : nil,
      status: listed.status?.name)
  }
}
