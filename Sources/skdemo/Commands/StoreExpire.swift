import ArgumentParser
import Foundation
import StoreAPI
import StoreEngine

/// `skdemo store expire`: ends a subscription's period now.
struct StoreExpire: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expire", abstract: "End the current period of a subscription now.",
    discussion: "Nothing is given back, and nothing renews: as if the customer had cancelled.")

  @Argument(
    help: ArgumentHelp("The plan, as skdemo products lists it.", valueName: "product-id"))
  var id: String

  @Option(
    help: ArgumentHelp("Whose subscription, where several accounts have one.", valueName: "name"))
  var account: String?

  @OptionGroup var store: OperatorOptions

  func run() async throws {
    let ended = try await store.open().expire(id, account: account).value
    try store.output.print(
      ExpiryReport(account: ended.account, transaction: ended.transaction), text: ended.text)
  }
}

/// `skdemo store expire --json`.
private struct ExpiryReport: Encodable {
  var account: String
  var transaction: TransactionPayload
}

extension OperatorTransaction {
  fileprivate var text: String {
    let date = transaction.expiresDate?.formatted(.iso8601) ?? "now"
    return "\(transaction.productId) of \(account) ended at \(date), transaction \(id)"
  }
}
