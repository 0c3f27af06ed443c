import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit

/// `skdemo status`: runs the three steps and prints what the customer has.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what kind of customer you are and what you own.",
    discussion: "The same three steps that the storefront runs at launch.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    try await Self.print(store.arguments, device.arguments)
  }

  /// Opens the store, runs the steps and prints their result.
  static func print(_ options: StoreArguments, _ device: DeviceArguments) async throws {
    try await print(CommandContext.open(options, device), options.output)
  }

  static func print(_ context: CommandContext, _ output: Output) async throws {
    let personalised = await context.controller.launch()
    let report = StatusReport(
      personalised, account: context.session.account, device: context.session.deviceName)
    try output.print(report, lines: report.lines(personalised.store))
  }
}

extension StatusReport {
  /// The report for people: the customer, what they own, their plans, and how long the steps took.
  fileprivate func lines(_ store: Store) -> [String] {
    let owned = products.filter { $0.state != ProductState.notPurchased.rawValue }
      .map { $0.cells(at: now) }
    let taken = steps.map { "\($0.step) \($0.milliseconds) ms" }.joined(separator: ", ")
    return ["\(account) on \(device): \(customer) customer"] + (connection.map { [$0] } ?? [])
      + (store.clockNotice.map { [$0] } ?? [])
      + Table(owned).lines(orIfEmpty: "nothing owned yet") + store.planLines + ["(\(taken))"]
  }
}

extension StatusReport {
  /// Why this device is not connected to its store; `nil` if it is.
  fileprivate var connection: String? {
    if isSignedOut == true { return Store.signedOut }
    let reason = offlineReason.map { ": \($0)" } ?? ""
    return offlineSince.map { "offline since \($0.formatted(.iso8601))\(reason)" }
  }
}

extension Store {
  /// For each plan what it is, what comes next, and the command for what the customer can do.
  fileprivate var planLines: [String] {
    subscriptions.map { plan in
      let toDo = actions(for: plan.status).map { "\($0.title): \($0.command)." }
      return (sentences(about: plan.status) + toDo).joined(separator: " ")
    }
  }

  /// What the customer can do about a plan on the command line, the most urgent first.
  private func actions(for status: PlanStatus) -> [(title: String, command: String)] {
    let actions = status.nextActions
    guard actions.isEmpty else {
      let active = subscriptions.filter {
        $0.status.state != .expired && $0.status.state != .revoked
      }
      return actions.compactMap { action in
        action.command(of: status, isOnly: active.count == 1).map { (action.title, $0) }
      }
    }
    guard status.state == .expired || status.state == .revoked, status.isVerified,
      !status.transaction.isFamilyShared, let plan = product(status.renewal.currentProductID)
    else { return [] }
    return [("Subscribe again", "skdemo buy \(plan.id)")]
  }
}

extension PlanAction {
  /// How it is done for a plan on the command line; `nil` for a change, which can wait.
  ///
  /// A command names its plan if the customer has several.
  fileprivate func command(of plan: PlanStatus, isOnly: Bool) -> String? {
    switch self {
    case .fixPayment: "skdemo payment fix"
    case .answerPrice: "open the storefront with skdemo and press n"
    case .resume:
      "skdemo subscription resume" + (isOnly ? "" : " \(plan.transaction.productID)")
    case .manage: nil
    }
  }
}

extension StatusReport.Product {
  fileprivate func cells(at now: Date) -> [String] {
    ["  " + displayName, state, endText(at: now) ?? ""]
  }

  /// Until when it lasts, or since when it has ended; a plan that another has replaced says neither, nor
  /// does one that was paid until a day which is over.
  private func endText(at now: Date) -> String? {
    guard let end = revocationDate ?? expirationDate, isUpgraded == nil else { return nil }
    let day = end.formatted(.iso8601.year().month().day())
    if [ProductState.expired, .revoked].map(\.rawValue).contains(state) { return "since " + day }
    return now < end ? "until " + day : nil
  }
}
