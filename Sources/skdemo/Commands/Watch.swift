import AppStorePayloads
import ArgumentParser
import Foundation
import OpenStoreKit
import StandardStreams
import StoreAPI

/// `skdemo watch`: the customer's transactions and status changes, as they happen.
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print each new transaction and each change of a plan as it happens.",
    discussion: """
      It iterates over Transaction.updates and over the updates of the subscriptions' status, as an \
      app does, and finishes nothing: the storefront still delivers what comes. It begins with what \
      no app has finished yet. The interrupt key ends it. With --json each change is one line.
      """,
    examples: ["skdemo watch", "skdemo watch --count 1 --json"])

  @Option(help: ArgumentHelp("End after n changes.", valueName: "n"))
  var count: Int?

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count must be at least 1, not \(count)") }
  }

  func run() async throws {
    let context = try await CommandContext.open(store.arguments, device.arguments)
    let watcher = Watcher(output: store.output, timeZone: context.timeZone, count: count ?? .max)
    if !store.json { Prompt.write("skdemo: watching; the interrupt key ends it\n") }
    try await Interruptible.run {
      try await watcher.run()
    } failure: {
      CommandFailure(code: "interrupted", message: "watching was interrupted")
    }
  }
}

/// Prints the elements of StoreKit's sequences.
private struct Watcher: Sendable {
  let output: Output
  let timeZone: TimeZone
  /// The number of changes after which it ends.
  let count: Int

  /// Runs until the task is cancelled, or the last change is printed.
  func run() async throws {
    let (changes, change) = AsyncStream<WatchedChange>.makeStream()
    let transactions = Task {
      for await result in Transaction.updates { change.yield(WatchedChange(result)) }
    }
    let statuses = Task {
      for await status in Product.SubscriptionInfo.Status.updates {
        change.yield(WatchedChange(status))
      }
    }
    defer {
      transactions.cancel()
      statuses.cancel()
    }
    var rest = count
    for await change in changes {
      try output.printEntry(change, text: change.text(in: timeZone))
      rest -= 1
      if rest == 0 { return }
    }
  }
}

/// A line of `skdemo watch --json`.
private struct WatchedChange: Encodable, Sendable {
  enum Kind: String, Encodable, Sendable { case transaction, status }

  var kind: Kind
  var productID: String
  /// Absent for a change of a status, and for a transaction that cannot be verified.
  var transaction: TransactionPayload?
  /// StoreKit's name of a subscription's state; absent for a transaction.
  var state: String?
  /// Absent if it is verified.
  var verificationFailure: String?

  init(_ result: VerificationResult<Transaction>) {
    kind = .transaction
    productID = result.unsafePayloadValue.productID
    switch result {
    case .verified(let verified): transaction = try? TransactionPayload(verified)
    case .unverified(_, let error): verificationFailure = error.sentence
    }
  }

  init(_ status: Product.SubscriptionInfo.Status) {
    kind = .status
    productID = status.transaction.unsafePayloadValue.productID
    state = SubscriptionStatusCode(rawValue: status.state.rawValue)?.name
    if case .unverified(_, let error) = status.transaction { verificationFailure = error.sentence }
  }

  func text(in timeZone: TimeZone) -> String {
    if let verificationFailure { return "\(productID)  not verified: \(verificationFailure)" }
    guard let transaction else { return "\(productID)  is now \(state ?? "in an unknown state")" }
    let what = transaction.revocationDate == nil ? transaction.cause : transaction.end
    return [
      transaction.purchaseDate.isoTime(in: timeZone), productID, what,
      "\(Decimal(milliunits: transaction.price)) \(transaction.currency)",
      transaction.transactionId.description,
    ].joined(separator: "  ")
  }
}
