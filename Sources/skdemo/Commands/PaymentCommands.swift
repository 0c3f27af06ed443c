import ArgumentParser
import Foundation
import OpenStoreKit

/// `skdemo payment`: how the customer pays.
struct PaymentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payment",
    abstract: "Fix the payment method.",
    examples: ["skdemo payment fix"],
    subcommands: [Fix.self])

  /// `skdemo payment fix`.
  struct Fix: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fix",
      abstract: "Update the payment method, and pay the failed renewals.",
      discussion: """
        In a grace period the plan keeps its billing dates. After a grace period a new period begins \
        now.

        You pay what is overdue at the price that was due. A plan that is no longer sold ends.
        """,
      examples: ["skdemo payment fix --yes"])

    @OptionGroup var store: StoreOptions
    @OptionGroup var device: DeviceOptions

    func run() async throws {
      let context = try await CommandContext.open(store.arguments, device.arguments)
      let failed = try await context.session.subscriptionPlans().filter(\.hasBillingIssue)
      let outcome = try await context.session.fixPayment()
      // The charge is made, even if the store no longer answers.
      let known = (try? await context.session.subscriptionPlans()) ?? []
      let plans = known.filter { plan in
        plan.isActive || failed.contains { $0.groupID == plan.groupID }
      }
      let unchanged = (failed.isEmpty ? "No payment had failed. " : "") + "Nothing was charged."
      let text = outcome == .changed ? "The payment method works again." : unchanged
      try store.output.print(outcome, plans, context.timeZone, text, "Nothing has changed.")
    }
  }
}
