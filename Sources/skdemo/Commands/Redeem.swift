import ArgumentParser
import DemoApp
import OpenStoreKit
import StoreAPI

/// `skdemo redeem`: an offer code, from the sheet to the finished transaction.
struct Redeem: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redeem",
    abstract: "Redeem an offer code.",
    discussion: """
      The sheet shows the offer and asks you to confirm. A subscriber gets its price from the next \
      period, or at once with a higher plan. A code that would add nothing is refused and not used \
      up: a pass while you have another one or a plan, or a product that your family shares \
      with you. Without a terminal and without --yes nothing is redeemed.

      While an offer is still to come and renewal is on, every other offer is refused, and its \
      code stays valid.
      """,
    examples: ["skdemo redeem SPRING --yes"])

  @Argument(help: "The code, in upper or lower case.")
  var code: String

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    let context = try await CommandContext.open(store.arguments, device.arguments)
    let known = await context.controller.launch().store
    let (product, outcome, ending) = try await context.controller.redeem(code)
    let report = try BuyReport(outcome)
    let output = report.result == .cancelled ? store.output : store.output.afterChange
    try output.print(report, text: Self.text(ending, of: product, known: known, context))
    if report.result == .cancelled { throw ExitCode(CommandFailure.Exit.refused.rawValue) }
  }

  private static func text(
    _ ending: PurchaseEnding, of product: Product, known: Store, _ context: CommandContext
  ) -> String {
    if case .scheduled(let date) = ending {
      let start =
        date <= known.now ? "when your payment works" : "on \(date.isoTime(in: context.timeZone))"
      return "\(product.displayName): the offer begins \(start). Nothing was charged."
    }
    if case .cancelled = ending { return "Cancelled. Nothing was redeemed." }
    let notice = known.product(product.id).flatMap { row in
      Notice(
        ending, of: row, quantity: 1, dates: known.dates(for: row),
        texts: context.presentation.texts)
    }
    // The store may sell a product that this app does not show.
    return notice?.text ?? "\(product.displayName): the code was redeemed."
  }
}
