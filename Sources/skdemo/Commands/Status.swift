import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit

/// `skdemo status`: the three steps, and what is the customer's.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say who you are as a customer and what is yours.",
    discussion: "The same three steps that the storefront runs at launch.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    try await Self.print(store, device)
  }

  /// Opens the store, runs the steps and prints what they found.
  static func print(_ options: StoreOptions, _ device: DeviceOptions) async throws {
    try await print(CommandContext.open(options, device), options.output)
  }

  static func print(_ shop: CommandContext, _ output: Output) async throws {
    let personalised = await shop.controller.launch()
    let report = StatusReport(
      personalised, account: shop.session.account, device: shop.session.deviceName)
    try output.print(report, text: report.text)
  }
}

extension StatusReport {
  /// For people: who, what is theirs, and how long the steps took.
  fileprivate var text: String {
    let owned = products.filter { $0.state != ProductState.notPurchased.rawValue }.map(\.cells)
    let taken = steps.map { "\($0.step) \($0.milliseconds) ms" }.joined(separator: ", ")
    return [
      "\(account) on \(device): \(customer) customer", connection,
      owned.isEmpty ? "nothing owned yet" : Table(owned).text, "(\(taken))",
    ]
    .compactMap(\.self).joined(separator: "\n")
  }
}

extension StatusReport {
  /// What stands between this device and its store.
  fileprivate var connection: String? {
    if isSignedOut == true { return Store.signedOut }
    let reason = offlineReason.map { ": \($0)" } ?? ""
    return offlineSince.map { "offline since \($0.formatted(.iso8601))\(reason)" }
  }
}

extension StatusReport.Product {
  fileprivate var cells: [String] {
    let end = expirationDate.map { "until \($0.formatted(.iso8601.year().month().day()))" }
    return ["  " + displayName, state, end ?? ""]
  }
}
