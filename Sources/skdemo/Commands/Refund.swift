import AppStorePayloads
import ArgumentParser
import OpenStoreKit
import StoreAPI

/// `skdemo refund`: the customer asks for their money back.
struct Refund: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund",
    abstract: "Request the refund of a purchase.",
    discussion: """
      The sheet asks for the reason, unless --reason names it; --yes gives UNINTENDED_PURCHASE. The \
      store's operator decides with skdemo store refund or refund-decline; skdemo history shows the \
      decision.

      An open storefront shows a notice if the request is declined.
      """,
    examples: [
      "skdemo refund 1000000001",
      "skdemo refund 1000000001 --reason OTHER --text 'It rattles.'",
    ])

  @Argument(
    help: ArgumentHelp(
      "The transaction, as listed by skdemo history.", valueName: "transaction-id"),
    completion: .transactions)
  var id: TransactionID

  @Option(
    help: ArgumentHelp(
      "\(RefundReason.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "reason"))
  var reason: RefundReason?

  @Option(help: "Your explanation, with the reason OTHER.")
  var text: String?

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func validate() throws {
    guard text == nil || reason == .other else {
      throw ValidationError("--text is only for --reason OTHER.")
    }
  }

  func run() async throws {
    let context = try await CommandContext.open(store.arguments, device.arguments)
    guard let reason = try await request(from: context.session) else {
      try store.output.print(
        RefundRequestReport(result: .cancelled, transactionID: id), text: "No refund was requested."
      )
      throw ExitCode(CommandFailure.Exit.refused.rawValue)
    }
    try store.output.afterChange.print(
      RefundRequestReport(result: .requested, transactionID: id, reason: reason),
      text: "The refund of transaction \(id) was requested. The store decides.")
  }

  /// Asks on the sheet, unless the reason is named.
  ///
  /// - Returns: The reason; `nil` if the customer requested nothing.
  private func request(from session: StoreSession) async throws -> RefundReason? {
    try await session.askForSimulatedError(of: .refundRequest)
    guard let reason else { return try await session.askForRefund(of: id) }
    try await session.requestRefund(of: id, RefundSheet.Choice(reason, text: text))
    return reason
  }
}

/// `skdemo refund --json`.
private struct RefundRequestReport: Encodable {
  enum Result: String, Encodable { case requested, cancelled }

  var result: Result
  var transactionID: TransactionID
  /// Absent if the customer cancelled.
  var reason: RefundReason?
}

extension RefundReason: ExpressibleByArgument {}
