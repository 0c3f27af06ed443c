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
    var list = ListOutput(store.output, key: "transactions", emptyText: "no transactions yet")
    var history = HistoryReader(of: context.session)
    do {
      while let page = await history.nextPage() {
        let payloads = try page.map { try TransactionPayload($0.payloadValue) }
        try list.print(payloads, rows: payloads.map(\.cells))
      }
    } catch {
      return try list.end(CommandFailure(error))
    }
    try list.end(history.incompleteness.map(CommandFailure.init))
  }
}

extension CommandFailure {
  /// The failure of a command whose list is not complete.
  fileprivate init(_ incompleteness: HistoryIncompleteness) {
    let isUnreachable = ["offline", "interrupted"].contains(incompleteness.code)
    self.init(
      code: incompleteness.code, message: "the history is not complete: \(incompleteness)",
      exit: isUnreachable ? .unreachable : .refused)
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
