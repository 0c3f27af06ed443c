import AppStorePayloads
import ArgumentParser
import Foundation
import StandardStreams
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  /// The commands that concern transactions.
  static let sold = CommandGroup(
    name: "Transaction",
    subcommands: [
      Transactions.self, Refund.subcommand, RefundDecline.subcommand, RefundReverse.subcommand,
      Buy.self,
      Delete.subcommand, Reset.self,
    ])

  struct Transactions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "transactions",
      abstract: "List waiting orders and every transaction of the store, newest first.",
      discussion: """
        For each order that waits it prints the quantity and what it would cost now; for each \
        transaction whether its customer asks for a refund, and why.
        """,
      examples: ["skdemo store transactions", "skdemo store transactions --json"])

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let storeOperator = try await store.open()
      let orders = try await storeOperator.waitingOrders()
      var list = ListOutput(store.output, key: "transactions", emptyText: "no transactions yet")
      try list.print(orders, under: "orders", rows: orders.map(\.cells))
      do {
        try await storeOperator.forEachPage {
          try list.print($0, rows: $0.map(\.cells))
        }
      } catch {
        return try list.end(CommandFailure(error))
      }
      try list.end()
    }
  }

  struct Refund: ControlArguments {
    static let configuration = CommandConfiguration(
      abstract: "Refund a transaction, and revoke what it paid for.",
      discussion: """
        The refund of a subscription's latest period ends the subscription. The refund of an earlier or \
        upgraded period revokes only that period, and returns what an upgrade has not refunded. A free \
        period can be refunded too; the amount is 0. If the customer has requested the refund, the \
        request is granted, and the plan's renewal is turned off. With --percentage only a part of the \
        price is refunded, but the whole purchase is revoked.
        """,
      examples: [
        "skdemo store refund 1000000001",
        "skdemo store refund 1000000001 --reason app-issue --percentage 50",
      ])

    @OptionGroup var transaction: TransactionArguments

    @Option(
      help: ArgumentHelp(
        "app-issue, a problem with the app, or other. Family members see it too.",
        valueName: "reason"))
    var reason = RefundReasonArgument.other

    @Option(
      help: ArgumentHelp(
        """
        The part of the price that is refunded, such as 50 or 33.333; by default the rest of it, or \
        the unused part if the app's server prefers that.
        """,
        valueName: "percent"))
    var percentage: PercentageArgument?

    var command: OperatorCommand {
      .refund(
        transactionID: transaction.id, reason: reason.reason, percentage: percentage?.thousandths)
    }
  }

  enum RefundDecline: ControlWords {
    static let configuration = CommandConfiguration(
      commandName: "refund-decline",
      abstract: "Decline a customer's request for a refund; they keep the purchase.",
      discussion: """
        The customer cannot request it again, but skdemo store refund still grants it.

        skdemo store transactions says who asks, and why.
        """,
      examples: ["skdemo store refund-decline 1000000001"])

    static let control: Control<TransactionArguments> = { .declineRefund(transactionID: $0.id) }
  }

  enum RefundReverse: ControlWords {
    static let configuration = CommandConfiguration(
      commandName: "refund-reverse",
      abstract: "Reverse a refund; the customer has the purchase again.",
      discussion: """
        The customer of a plan has access again until its expiration date, which does not change; \
        renewal stays off. If the customer has bought the product again since, first refund that \
        purchase.
        """,
      examples: ["skdemo store refund-reverse 1000000001"])

    static let control: Control<TransactionArguments> = { .reverseRefund(transactionID: $0.id) }
  }

  enum Delete: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Delete a transaction, as if it had never existed; nothing is refunded.",
      discussion: """
        Every device forgets it. The deletion of a subscription's latest period ends the subscription, \
        and its earlier periods stay only in the history. An earlier period is deleted by itself. Fuel \
        that was delivered stays in the tank.
        """,
      examples: ["skdemo store delete 1000000001"])

    static let control: Control<TransactionArguments> = { .delete(transactionID: $0.id) }
  }

  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Make the store as new: delete all purchases, and reset prices and clock.",
      discussion: """
        The purchases and families of all accounts are deleted. The catalogue is again that of its \
        file, the settings are those of a new store, and the clock runs with this machine's. With \
        --purchases the catalogue, the settings and the clock stay.

        Accounts, devices, keys and offer codes stay in either case. The command asks first. A store \
        of an earlier version can only delete the purchases; then the command says so and fails.
        """,
      examples: ["skdemo store reset", "skdemo store reset --purchases --yes"])

    @Flag(help: "Delete only the purchases; keep prices, settings and clock.")
    var purchases = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let place = try store.place
      let isConfirmed =
        if yes { true } else {
          await Prompt.confirms(question(about: place))
        }
      guard isConfirmed else {
        throw CommandFailure(
          code: "cancelled",
          message: "nothing was deleted: confirm with y on a terminal, or with --yes")
      }
      let command = OperatorCommand.reset(asNew: !purchases)
      let answer = try await store.open().perform(command)
      try answer.checkReset(asNew: !purchases)
      try store.output.print(answer, of: command)
    }

    private func question(about place: String) -> TerminalText {
      purchases
        ? "Delete all purchases in \(place)? [y/N] "
        : "Make the store in \(place) as new, without its purchases? [y/N] "
    }
  }
}

/// The transaction that a command concerns.
struct TransactionArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The transaction, as listed by skdemo store transactions.", valueName: "transaction-id"),
    completion: .transactions)
  var id: TransactionID
}

/// The operator's reason for a refund.
enum RefundReasonArgument: String, CaseIterable, ExpressibleByArgument {
  case other
  case appIssue = "app-issue"

  /// Apple's number; `nil` for another reason, which the command need not name.
  fileprivate var reason: RevocationReason? { self == .appIssue ? .developerIssue : nil }
}

/// A percentage with three decimal places at most.
struct PercentageArgument: ExpressibleByArgument {
  /// Thousandths of a percent.
  let thousandths: Int32

  init?(argument: String) {
    guard argument.wholeMatch(of: #/[0-9]{1,3}(?:\.[0-9]{1,3})?/#) != nil,
      let percentage = Decimal(string: argument)
    else { return nil }
    thousandths = Int32(percentage.milliunits)
  }
}

extension StoreOperator {
  fileprivate func waitingOrders() async throws(StoreError) -> [OperatorOrder] {
    guard case .orders(let list) = try await perform(.orders).value else { return [] }
    return list
  }

  /// Reads every transaction of the store, newest first, and calls `body` with each page.
  ///
  /// - Throws: The store's errors, the errors of `body`, and a ``CommandFailure`` if the pages do not
  ///   follow each other, because such a list may have no end.
  fileprivate func forEachPage(_ body: ([OperatorTransaction]) throws -> Void) async throws {
    var (revision, last): (String?, OperatorTransaction?)
    repeat {
      let page = try await perform(.transactions(account: nil, revision: revision)).value
      guard case .transactions(let list, let next, let hasMore) = page,
        list.follows(last), !hasMore || (next != nil && !list.isEmpty)
      else {
        throw CommandFailure(
          code: "misplaced",
          message: "the list is not complete: the store's pages do not follow each other. Try again"
        )
      }
      try body(list)
      (revision, last) = (hasMore ? next : nil, list.last)
    } while revision != nil
  }
}

extension [OperatorTransaction] {
  /// Whether dates and IDs continue to fall after the last one of the previous page.
  fileprivate func follows(_ last: OperatorTransaction?) -> Bool {
    let all = (last.map { [$0] } ?? []) + self
    return zip(all, all.dropFirst()).allSatisfy { newer, older in
      (newer.transaction.purchaseDate, newer.id) > (older.transaction.purchaseDate, older.id)
    }
  }
}
