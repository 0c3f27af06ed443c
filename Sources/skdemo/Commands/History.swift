import AppStorePayloads
import ArgumentParser
import Foundation
import OpenStoreKit
import StoreAPI

/// `skdemo history`: the customer's transactions.
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List your transactions, most recently recorded first.",
    discussion: """
      They are in the order in which the store recorded them. That differs from the order of their \
      dates after a purchase with a date in the past. In JSON a transaction that you paid for has \
      its order ID in orderId, and one whose refund you have requested has refundRequest: PENDING, \
      GRANTED or DECLINED.

      Dates are in your time zone (TZ), in JSON in UTC. If transactions are missing, for example \
      because the store does not answer, standard error says so, isComplete is false in JSON, and \
      the exit code is not 0.
      """,
    examples: ["skdemo history", "skdemo history --json"])

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    let context = try await CommandContext.open(store.arguments, device.arguments)
    var list = ListOutput(store.output, key: "transactions", emptyText: "no transactions yet")
    var history = HistoryReader(of: context.session)
    var unverified: [any Error] = []
    do {
      while let page = await history.nextPage() {
        let (payloads, errors) = try page.verifiedPayloads()
        unverified += errors
        let listed = payloads.map {
          ListedTransaction(
            transaction: $0, refundRequest: history.refundRequests[$0.transactionId.rawValue])
        }
        try list.print(listed, rows: listed.map { $0.cells(in: context.timeZone) })
      }
    } catch {
      return try list.end(CommandFailure(error))
    }
    try list.end(
      history.incompleteness.map(CommandFailure.init) ?? CommandFailure(unverified: unverified))
  }
}

extension [VerificationResult<Transaction>] {
  /// The payloads that can be trusted, and the reasons why others cannot.
  fileprivate func verifiedPayloads() throws -> ([TransactionPayload], [any Error]) {
    var (payloads, errors): ([TransactionPayload], [any Error]) = ([], [])
    for result in self {
      switch result {
      case .verified(let transaction): payloads.append(try TransactionPayload(transaction))
      case .unverified(_, let error): errors.append(error)
      }
    }
    return (payloads, errors)
  }
}

extension CommandFailure {
  /// The failure of a command whose list is not complete.
  fileprivate init(_ incompleteness: HistoryIncompleteness) {
    self.init(
      code: incompleteness.code, message: "the history is not complete: \(incompleteness)",
      exit: incompleteness.isUnreachable ? .unreachable : .refused)
  }

  /// The failure of a list from which transactions were left out; `nil` if none were.
  fileprivate init?(unverified errors: [any Error]) {
    guard let first = errors.first else { return nil }
    let count = errors.count == 1 ? "1 transaction" : "\(errors.count) transactions"
    self.init(
      code: "notVerified",
      message: "the history is not complete: \(count) cannot be verified. \(first.sentence)")
  }
}

/// A transaction of the list: its payload, its order ID, and the state of the request for its refund.
private struct ListedTransaction: Encodable {
  let transaction: TransactionPayload
  let refundRequest: RefundRequestState?

  private enum CodingKeys: CodingKey { case orderId, refundRequest }

  func encode(to encoder: any Encoder) throws {
    try transaction.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(orderID?.description, forKey: .orderId)
    try container.encodeIfPresent(refundRequest, forKey: .refundRequest)
  }

  /// `nil` for what a family member shares.
  private var orderID: OrderID? {
    transaction.inAppOwnershipType == .purchased ? OrderID(of: transaction.transactionId) : nil
  }

  func cells(in timeZone: TimeZone) -> [String] {
    [
      transaction.purchaseDate.isoTime(in: timeZone), transaction.productId, state,
      transaction.cause,
      "\(Decimal(milliunits: transaction.price)) \(transaction.currency)",
      transaction.transactionId.description,
    ]
  }

  private var state: String {
    if transaction.revocationDate != nil { return transaction.end }
    return switch refundRequest {
    case .pending: "refund requested"
    case .granted: "refund reversed"
    case .declined: "refund declined"
    case .unknown, nil: ""
    }
  }
}
