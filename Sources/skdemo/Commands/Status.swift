import AppStorePayloads
import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI

/// `skdemo status`: runs the three steps and prints what the customer has.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what kind of customer you are and what you own.",
    discussion: """
      It runs the same three steps as the storefront at launch.

      It prints who the customer is, what they own, what comes next for each plan, and the version \
      of the app. Dates are in your time zone (TZ), in JSON in UTC. If a transaction cannot be \
      verified, the exit code is 1, and JSON has the reason in verificationFailure.
      """,
    examples: ["skdemo status", "skdemo status --json --new-device"])

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
    let launchResult = await context.controller.launch()
    let report = StatusReport(
      launchResult, account: context.session.account, device: context.session.deviceName,
      download: await StatusReport.Download.read())
    try output.print(report, lines: report.lines(launchResult.store))
    if let failure = CommandFailure(unverifiedIn: launchResult.store) { throw failure }
  }
}

extension CommandFailure {
  /// The failure of a status from which transactions were left out; `nil` if none were.
  fileprivate init?(unverifiedIn store: Store) {
    guard let sentence = store.verificationFailure else { return nil }
    self.init(code: "notVerified", message: "the status is not complete: \(sentence)")
  }
}

extension StatusReport {
  /// The report for people: the customer, their products and plans, and the duration of the steps.
  fileprivate func lines(_ store: Store) -> [String] {
    let owned = products.filter { $0.state != ProductState.notPurchased.rawValue }
      .map { $0.cells(in: store.timeZone) }
    let taken = steps.map { "\($0.step) \($0.milliseconds) ms" }.joined(separator: ", ")
    let notices = [
      connection(in: store.timeZone), store.clockNotice, store.loadingFailure, verificationFailure,
    ].compactMap(\.self)
    let nothing =
      verificationFailure == nil ? "nothing owned yet" : "no verified purchases"
    return ["\(account) on \(device): \(customer) customer"] + notices
      + Table(owned).lines(orIfEmpty: nothing) + waitingLines(store)
      + store.planLines
      + [downloadText(in: store.timeZone), "(\(taken))"]
  }

  /// The orders that wait and that no row shows, because a family member shares the product or it is
  /// no longer for sale.
  private func waitingLines(_ store: Store) -> [String] {
    let rows = products.filter { $0.state == ProductState.pending.rawValue }.map(\.id)
    return store.waitingProducts.filter { !rows.contains($0) }
      .compactMap(store.waitingSentence(of:))
  }

  /// The customer's version of the app, and the first one that they downloaded.
  private func downloadText(in timeZone: TimeZone) -> String {
    guard let appTransaction else {
      return "the app's version is unknown: \(appTransactionFailure ?? "")"
    }
    let date = appTransaction.originalPurchaseDate.isoDay(in: timeZone)
    return "app version \(appTransaction.appVersion), first downloaded as "
      + "\(appTransaction.originalAppVersion) on \(date)"
  }
}

extension StatusReport {
  /// The reason why this device is not connected to its store; `nil` if it is.
  fileprivate func connection(in timeZone: TimeZone) -> String? {
    if isSignedOut == true { return Store.signedOut }
    let reason = offlineReason.map { ": \($0)" } ?? ""
    return offlineSince.map { "offline since \($0.isoTime(in: timeZone))\(reason)" }
  }
}

extension Store {
  /// The state of each plan, what comes next, and the commands that the customer can use.
  fileprivate var planLines: [String] {
    subscriptions.map { plan in
      let toDo = actions(for: plan.status).map { "\($0.title): \($0.command)." }
      return (sentences(about: plan.status) + toDo).joined(separator: " ")
    }
  }

  /// The customer's actions on a plan as commands, the most urgent first.
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
  /// The action on a plan as a command; `nil` for a change of plan, which can wait.
  ///
  /// A command names its plan if the customer has several.
  fileprivate func command(of plan: PlanStatus, isOnly: Bool) -> String? {
    switch self {
    case .fixPayment: "skdemo payment fix"
    case .answerPrice: "open the storefront with skdemo, and press n"
    case .resume:
      "skdemo subscription resume" + (isOnly ? "" : " \(plan.transaction.productID)")
    case .manage: nil
    }
  }
}

extension StatusReport.Product {
  fileprivate func cells(in timeZone: TimeZone) -> [String] {
    ["  " + displayName, stateText, dateText(in: timeZone) ?? ""]
  }

  /// The customer did not purchase a product that a family member shares.
  private var stateText: String {
    guard ownershipType == Transaction.OwnershipType.familyShared.rawValue else { return state }
    return switch ProductState(rawValue: state) {
    case .purchased, .subscribed: "shared"
    case .revoked: "not shared"
    default: state
    }
  }

  /// The end of access, or the date on which the state began; `nil` for a plan that another one has
  /// replaced.
  private func dateText(in timeZone: TimeZone) -> String? {
    guard isUpgraded == nil else { return nil }
    switch ProductState(rawValue: state) {
    case .pending: return orderDate.map { "since " + $0.isoDay(in: timeZone) }
    case .revoked:
      return (revocationDate ?? expirationDate).map { "since " + $0.isoDay(in: timeZone) }
    case .expired: return expirationDate.map { "since " + $0.isoDay(in: timeZone) }
    case .inBillingRetryPeriod:
      return (gracePeriodExpirationDate ?? expirationDate).map {
        "since " + $0.isoDay(in: timeZone)
      }
    case .inGracePeriod: return gracePeriodExpirationDate.map { "until " + $0.isoDay(in: timeZone) }
    case .purchased, .subscribed: return expirationDate.map { "until " + $0.isoDay(in: timeZone) }
    case .notPurchased, nil: return nil
    }
  }
}
