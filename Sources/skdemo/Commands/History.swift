import ArgumentParser
import Foundation
import OpenStoreKit
import StoreAPI

/// `skdemo history`: the customer's transactions.
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List your transactions, newest first.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    let context = try await CommandContext.open(store.arguments, device.arguments)
    let transactions = try await context.history()
    try store.output.print(
      ["transactions": transactions],
      lines: Table(transactions.map(\.cells)).lines(orIfEmpty: "no transactions yet"))
  }
}

extension TransactionPayload {
  fileprivate var cells: [String] {
    [
      purchaseDate.formatted(.iso8601), productId, revocationDate == nil ? "" : "revoked",
      transactionReason.rawValue.lowercased(), "\(Decimal(milliunits: price)) \(currency)",
      transactionId.description,
    ]
  }
}
