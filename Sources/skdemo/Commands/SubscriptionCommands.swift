import AppStorePrompts
import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI

/// `skdemo subscription`: what the customer can change about a subscription.
struct SubscriptionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscription",
    abstract: "Change a plan, turn its renewal off and on, and share it.",
    examples: ["skdemo subscription change subscription.premium", "skdemo subscription cancel"],
    subcommands: [Change.self, Cancel.self, Resume.self, Share.self, Unshare.self])

  /// `skdemo subscription change`.
  struct Change: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "change",
      abstract: "Change to another plan of the same group.",
      discussion: """
        The sheet shows the price and when the plan changes: a higher plan begins at once, a lower one \
        when the period ends. To keep your present plan, change to it before it ends.
        """,
      examples: ["skdemo subscription change subscription.premium --yes"])

    @Argument(help: "The plan's ID, as listed by skdemo products.", completion: .products)
    var productID: String

    @OptionGroup var store: StoreOptions
    @OptionGroup var device: DeviceOptions

    func run() async throws {
      let context = try await CommandContext.open(store.arguments, device.arguments)
      let launchResult = await context.controller.launch()
      let product = try await context.product(productID, in: launchResult.store)
      let plans = try await context.session.subscriptionPlans()
      guard let groupID = product.plan?.groupID else { throw CommandFailure.noPlan(productID) }
      guard plans.contains(where: { $0.groupID == groupID && $0.isActive }) else {
        throw CommandFailure.nothingToChange(productID)
      }
      try await Buy.buy(product, launchResult, from: context, store.output)
    }
  }

  /// `skdemo subscription cancel`.
  struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel",
      abstract: "Turn the renewal of a subscription off.",
      discussion: "You have access until the period ends. Nothing is refunded.",
      examples: ["skdemo subscription cancel", "skdemo subscription cancel subscription.pro --yes"])

    @OptionGroup var plan: PlanArguments

    func run() async throws { try await plan.turnRenewal(on: false) }
  }

  /// `skdemo subscription resume`.
  struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume",
      abstract: "Turn the renewal of a subscription on again.",
      discussion: "You agree to the price that the sheet shows.",
      examples: ["skdemo subscription resume --yes"])

    @OptionGroup var plan: PlanArguments

    func run() async throws { try await plan.turnRenewal(on: true) }
  }

  /// `skdemo subscription share`.
  struct Share: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "share",
      abstract: "Share a plan with your family.",
      discussion: """
        A plan is shared from its beginning. If it could not be shared when you subscribed, your family \
        gets it once you share it.
        """,
      examples: ["skdemo subscription share --yes"])

    @OptionGroup var plan: PlanArguments

    func run() async throws { try await plan.turnSharing(on: true) }
  }

  /// `skdemo subscription unshare`.
  struct Unshare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unshare",
      abstract: "Stop sharing a plan with your family.",
      discussion: "You keep the plan. If you change to another plan later, that one is shared.",
      examples: ["skdemo subscription unshare --yes"])

    @OptionGroup var plan: PlanArguments

    func run() async throws { try await plan.turnSharing(on: false) }
  }
}

/// The subscription to change.
struct PlanArguments: ParsableArguments {
  @Argument(
    help: "A plan of the subscription's group; required if several groups are active.",
    completion: .products)
  var productID: String?

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  /// Asks the customer, turns renewal on or off, and prints the result.
  ///
  /// - Throws: ``CommandFailure`` unless the subscription is clear; `ExitCode` if the customer
  ///   declined.
  fileprivate func turnRenewal(on willAutoRenew: Bool) async throws {
    try await change("Renewal is \(willAutoRenew ? "on" : "off")") { session, groupID in
      try await session.setAutoRenew(willAutoRenew, in: groupID)
    }
  }

  /// Asks the customer, shares a plan with the family or stops sharing it, and prints the result.
  ///
  /// - Throws: The errors of ``turnRenewal(on:)``, and `StoreKitError` if the plan cannot be
  ///   shared.
  fileprivate func turnSharing(on isOn: Bool) async throws {
    try await change(isOn ? "Sharing is on" : "Sharing is off") {
      session, groupID in
      try await session.setFamilySharing(isOn, in: groupID)
    }
  }

  private func change(
    _ text: String,
    _ change: (StoreSession, _ groupID: String) async throws -> StoreSession.SheetOutcome
  ) async throws {
    let context = try await CommandContext.open(store.arguments, device.arguments)
    let active = try await context.session.subscriptionPlans().filter(\.isActive)
    try context.session.throwSimulatedError(of: .manageSubscriptions)
    let chosen = try active.chosen(by: productID)
    let outcome = try await change(context.session, chosen.groupID)
    // The change has been made, even if the store no longer answers.
    let plans = (try? await context.session.subscriptionPlans(in: chosen.groupID)) ?? []
    let already = outcome == .unchanged ? " already" : ""
    try store.output.print(
      outcome, plans, context.timeZone, "\(text)\(already).", "Nothing has changed.")
  }
}

extension Output {
  /// Prints how a sheet about subscriptions ended, and the resulting subscriptions.
  ///
  /// - Throws: `ExitCode` if the customer declined.
  func print(
    _ outcome: StoreSession.SheetOutcome, _ plans: [SubscriptionPlan], _ timeZone: TimeZone,
    _ text: String, _ declined: String
  ) throws {
    let sentences = plans.map { "\($0.sentence(in: timeZone))." }
    try (outcome == .declined ? self : afterChange).print(
      CustomerSubscriptionReport(
        result: .init(outcome),
        subscriptions: plans.map(CustomerSubscriptionReport.Subscription.init)),
      text: ([outcome == .declined ? declined : text] + sentences).joined(separator: " "))
    if outcome == .declined { throw ExitCode(CommandFailure.Exit.refused.rawValue) }
  }
}

extension [SubscriptionPlan] {
  /// The subscription that a plan of its group names, or the only one.
  ///
  /// - Throws: ``CommandFailure`` if no subscription matches, or several do and no plan is named.
  fileprivate func chosen(by productID: String?) throws(CommandFailure) -> SubscriptionPlan {
    let matching = filter { plan in productID.map(plan.groupProductIDs.contains) ?? true }
    guard let plan = matching.first else {
      throw isEmpty ? .noSubscription : .notSubscribed(productID ?? "", to: self)
    }
    guard matching.count == 1 else { throw .severalSubscriptions(self) }
    return plan
  }

  fileprivate var names: String { map(\.productID).joined(separator: " or ") }
}

extension CommandFailure {
  fileprivate static let noSubscription = CommandFailure(
    code: "notSubscribed",
    message: "you have no active subscription: skdemo status shows your purchases")

  fileprivate static func notSubscribed(
    _ productID: String, to plans: [SubscriptionPlan]
  ) -> CommandFailure {
    CommandFailure(
      code: "notSubscribed",
      message: "you have no active subscription to '\(productID)': name \(plans.names)")
  }

  fileprivate static func severalSubscriptions(_ plans: [SubscriptionPlan]) -> CommandFailure {
    CommandFailure(
      code: "severalSubscriptions",
      message: "you have \(plans.count) active subscriptions: name one, \(plans.names)")
  }

  fileprivate static func noPlan(_ productID: String) -> CommandFailure {
    CommandFailure(
      code: "noPlan",
      message: "'\(productID)' is not a plan: buy it with skdemo buy \(productID)")
  }

  fileprivate static func nothingToChange(_ productID: String) -> CommandFailure {
    CommandFailure(
      code: "notSubscribed",
      message: """
        you have no active plan in the group of '\(productID)' that you could change: subscribe with \
        skdemo buy \(productID)
        """)
  }
}
