import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI

/// `skdemo buy`: a purchase, from the sheet to the finished transaction.
struct Buy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buy",
    abstract: "Buy a product.",
    discussion: """
      The sheet shows the price and asks you to confirm; without a terminal to ask on, the \
      purchase is cancelled unless --yes is given. A plan comes with the offer that the storefront \
      shows.

      You cannot buy what you already have: a pass while another pass or a plan is active, or a \
      product that your family shares with you. skdemo status --json gives the reason in \
      addsNothing.
      """,
    examples: [
      "skdemo buy subscription.pro",
      "skdemo buy consumable.fuel.octane87 --quantity 3 --yes",
    ])

  @Argument(help: "The product's ID, as listed by skdemo products.", completion: .products)
  var productID: String

  @Option(help: ArgumentHelp("How many; more than one only for fuel and passes.", valueName: "n"))
  var quantity = 1

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    let context = try await CommandContext.open(store.arguments, device.arguments)
    let launchResult = await context.controller.launch()
    let product = try await context.product(productID, in: launchResult.store)
    try await Self.buy(product, quantity: quantity, launchResult, from: context, store.output)
  }

  /// Buys a product, with the offer that the storefront would use, and prints the result.
  ///
  /// - Throws: The errors of a purchase; `RedundantOrder` for a product that would add nothing for
  ///   the customer; `ExitCode` if the customer declined.
  static func buy(
    _ product: ProductRow, quantity: Int = 1, _ launchResult: LaunchResult,
    from context: CommandContext, _ output: Output
  ) async throws {
    try launchResult.store.checkAddsSomething(product.id)
    let (known, offer) = (launchResult.store, launchResult.availability(of: product.id).buy?.offer)
    let (outcome, ending) = try await purchase(product, quantity, offer, from: context)
    let report = try BuyReport(outcome)
    let notice = Notice(
      ending, of: product, quantity: quantity, keeping: known.currentPlan(besides: product),
      dates: known.dates(for: product), texts: context.presentation.texts)
    let terms = offer.flatMap { ending == .purchased ? product.terms(with: $0) : nil }
    try (report.result == .cancelled ? output : output.afterChange).print(
      report,
      text: (notice?.text ?? "Cancelled. Nothing was charged.")
        + (terms.map { " Your offer: \($0)." } ?? ""))
    if report.result == .cancelled { throw ExitCode(CommandFailure.Exit.refused.rawValue) }
  }

  private static func purchase(
    _ product: ProductRow, _ quantity: Int, _ offer: ProductRow.Offer?,
    from context: CommandContext
  ) async throws -> (outcome: PurchaseOutcome, ending: PurchaseEnding) {
    do {
      return try await context.controller.purchase(product.id, quantity: quantity, offer: offer)
    } catch Product.PurchaseError.invalidQuantity {
      let error = StoreError.invalidQuantity(quantity, allowed: product.kind.quantities)
      throw CommandFailure(code: "invalidQuantity", message: error.description)
    }
  }
}

extension Store {
  /// The name of the customer's present or last plan in the group of a plan.
  fileprivate func currentPlan(besides plan: ProductRow) -> String? {
    ownStatus(inGroup: plan.plan?.groupID)
      .flatMap { product($0.renewal.currentProductID)?.displayName }
  }
}
