import ArgumentParser
import Foundation
import StoreAPI
import StoreEngine

/// `skdemo store refund`: gives a customer's money back.
struct StoreRefund: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund", abstract: "Give money back, and take away what it paid for.",
    discussion: """
      Of the latest period of a subscription the whole subscription is taken back; of an earlier \
      or upgraded one that period alone, for what an upgrade has left of its price.
      """)

  @Argument(
    help: ArgumentHelp(
      "The transaction, as skdemo store transactions lists it.", valueName: "transaction-id"))
  var id: TransactionID

  @OptionGroup var store: OperatorOptions

  func run() async throws {
    let refund = try await store.open().refund(id).value
    try store.output.print(RefundReport(refund), text: refund.text)
  }
}

/// `skdemo store refund --json`.
private struct RefundReport: Encodable {
  var account: String
  var amount: String
  var currency: String
  var transaction: TransactionPayload

  init(_ refund: Refund) {
    account = refund.transaction.account
    amount = "\(refund.amount)"
    currency = refund.transaction.transaction.currency
    transaction = refund.transaction.transaction
  }
}

extension Refund {
  fileprivate var text: String {
    "\(transaction.transaction.productId): \(amount) \(transaction.transaction.currency) given back "
      + "to \(transaction.account), transaction \(transaction.id)"
  }
}

extension TransactionID: ExpressibleByArgument {}
