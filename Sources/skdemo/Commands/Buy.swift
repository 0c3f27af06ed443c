import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI

/// `skdemo buy`: a purchase, from the sheet to the finished transaction.
struct Buy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buy", abstract: "Buy a product.",
    discussion: """
      The sheet says what it costs and asks. Without a terminal and without --yes the purchase is \
      cancelled.
      """)

  @Argument(help: "The product's ID, as skdemo products lists it.")
  var productID: String

  @Option(help: ArgumentHelp("How many; only fuel and passes can be several.", valueName: "n"))
  var quantity = 1

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    let context = try await CommandContext.open(store, device)
    let known = await context.controller.launch().store
    guard let product = known.product(productID) else {
      throw CommandFailure(unknown: productID, isOffline: known.offlineSince != nil)
    }
    let (outcome, ending) = try await purchase(product, from: context)
    let report = try BuyReport(outcome)
    let notice = Notice(
      ending, of: product, quantity: quantity, texts: context.presentation.texts)
    try store.output.print(report, text: notice?.text ?? "Cancelled. Nothing was charged.")
    if report.result == .cancelled { throw ExitCode(CommandFailure.Exit.refused.rawValue) }
  }

  private func purchase(
    _ product: ProductRow, from context: CommandContext
  ) async throws -> (outcome: PurchaseOutcome, ending: PurchaseEnding) {
    do {
      return try await context.controller.purchase(product.id, quantity: quantity)
    } catch Product.PurchaseError.invalidQuantity {
      let fault = StoreFault.invalidQuantity(quantity, allowed: product.kind.quantities)
      throw CommandFailure(code: "invalidQuantity", message: fault.description)
    }
  }
}

extension CommandFailure {
  /// A product that the device does not know.
  ///
  /// While the device is offline, the store may sell it.
  fileprivate init(unknown productID: String, isOffline: Bool) {
    guard isOffline else {
      self.init(
        code: "productUnavailable", message: StoreFault.unknownProduct(productID).description)
      return
    }
    self.init(
      code: "unavailable",
      message: """
        this device does not know a product '\(productID)', and the store cannot be reached: try \
        again when it answers
        """, exit: .unreachable)
  }
}

/// `skdemo buy --json`.
private struct BuyReport: Encodable {
  enum Result: String, Encodable {
    case purchased, pending, cancelled
  }

  var result: Result
  /// Absent if nothing was bought.
  var transaction: TransactionPayload?
  /// Whether the customer had it already: then nothing was charged.
  var alreadyOwned: Bool
  /// Whether the plan changes at the end of the period.
  var scheduled: Bool

  init(_ outcome: PurchaseOutcome) throws {
    alreadyOwned = outcome.alreadyOwned
    scheduled = outcome.scheduledDate != nil
    switch outcome.result {
    case .success(let result):
      self.result = .purchased
      transaction = try TransactionPayload(result.payloadValue)
    case .pending: result = .pending
    case .userCancelled: result = .cancelled
    }
  }
}

extension TransactionPayload {
  /// The transaction in the field names of signed transactions.
  init(_ transaction: Transaction) throws {
    self = try JSONDecoder.payload.decode(Self.self, from: transaction.jsonRepresentation)
  }
}
