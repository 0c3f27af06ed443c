import ArgumentParser
import Foundation
import StoreAPI
import StoreEngine

/// `skdemo store transactions`: every transaction of the store.
struct StoreTransactions: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transactions", abstract: "List every transaction of the store, newest first.")

  @OptionGroup var store: OperatorOptions

  func run() async throws {
    let transactions = try await store.open().transactions(account: nil).value
    try store.output.print(
      OperatorReport(transactions: transactions),
      text: Table(transactions.map(\.cells)).text(orIfEmpty: "no transactions yet"))
  }
}

/// `skdemo store transactions --json`.
private struct OperatorReport: Encodable {
  var transactions: [OperatorTransaction]
}

extension OperatorTransaction {
  fileprivate var cells: [String] {
    [
      id.description, account, transaction.purchaseDate.formatted(.iso8601),
      transaction.productId, transaction.transactionReason.rawValue,
      "\(Decimal(milliunits: transaction.price)) \(transaction.currency)",
      transaction.revocationDate != nil ? "refunded" : isFinished ? "finished" : "unfinished",
    ]
  }
}
