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
    let context = try await CommandContext.open(store.arguments, device.arguments)
    let known = await context.controller.launch().store
    guard let product = known.product(productID) else {
      throw CommandFailure(unknown: productID, isOffline: known.offlineSince != nil)
    }
    try await Self.buy(product, quantity: quantity, knowing: known, from: context, store.output)
  }

  /// Buys a product and prints how it ended.
  ///
  /// - Throws: The errors of a purchase; `ExitCode` if the customer declined.
  static func buy(
    _ product: ProductRow, quantity: Int = 1, knowing known: Store, from context: CommandContext,
    _ output: Output
  ) async throws {
    let (outcome, ending) = try await purchase(product, quantity, from: context)
    let report = try BuyReport(outcome)
    let notice = Notice(
      ending, of: product, quantity: quantity, keeping: known.currentPlan(besides: product),
      dates: known.dates(for: product), texts: context.presentation.texts)
    try output.print(report, text: notice?.text ?? "Cancelled. Nothing was charged.")
    if report.result == .cancelled { throw ExitCode(CommandFailure.Exit.refused.rawValue) }
  }

  private static func purchase(
    _ product: ProductRow, _ quantity: Int, from context: CommandContext
  ) async throws -> (outcome: PurchaseOutcome, ending: PurchaseEnding) {
    do {
      return try await context.controller.purchase(product.id, quantity: quantity)
    } catch Product.PurchaseError.invalidQuantity {
      let fault = StoreFault.invalidQuantity(quantity, allowed: product.kind.quantities)
      throw CommandFailure(code: "invalidQuantity", message: fault.description)
    }
  }
}

extension Store {
  /// The name of the plan that the customer has or had last in the group of a plan.
  fileprivate func currentPlan(besides plan: ProductRow) -> String? {
    ownStatus(inGroup: plan.plan?.groupID)
      .flatMap { product($0.renewal.currentProductID)?.displayName }
  }
}

extension CommandFailure {
  /// A product that the device does not know.
  ///
  /// While the device is offline, the store may sell it.
  init(unknown productID: String, isOffline: Bool) {
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
