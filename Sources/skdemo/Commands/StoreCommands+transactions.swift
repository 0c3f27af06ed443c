import ArgumentParser
import Foundation
import StoreAPI

extension StoreCommand {
  /// The commands that concern transactions.
  static let sold = CommandGroup(
    name: "Transaction",
    subcommands: [
      Transactions.self, Refund.self, RefundDecline.self, RefundReverse.self, Buy.self,
      Delete.self, Reset.self,
    ])

  /// `skdemo store transactions`.
  struct Transactions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "transactions",
      abstract: "List the orders that wait, and every transaction of the store, newest first.")

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

  /// `skdemo store refund`.
  struct Refund: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "refund",
      abstract: "Give money back, and take away what it paid for.",
      discussion: """
        Of the latest period of a subscription the whole subscription is taken back; of an earlier \
        or upgraded one that period alone, for what an upgrade has left of its price. A free one can \
        be refunded too; the amount is 0. If the customer asks for it, their request is granted, and \
        the plan's renewal is turned off. With --percentage a part of the price is given back, and what \
        it paid for is taken away all the same.
        """)

    @Argument(
      help: ArgumentHelp(
        "The transaction, as skdemo store transactions lists it.", valueName: "transaction-id"))
    var id: TransactionID

    @Option(
      help: ArgumentHelp(
        "Why: app-issue, a problem with the app, or other. Family members see it too.",
        valueName: "reason"))
    var reason = RefundReasonArgument.other

    @Option(
      help: ArgumentHelp(
        "The part of the price that is given back, such as 50 or 33.333; without it, all that is left.",
        valueName: "percent"))
    var percentage: PercentageArgument?

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      .refund(
        transactionID: id, reason: reason.reason, percentage: percentage?.thousandths)
    }
  }

  /// `skdemo store refund-decline`.
  struct RefundDecline: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "refund-decline",
      abstract: "Decline a refund that a customer asks for: they keep what they paid for.",
      discussion: "Their request cannot be made again; skdemo store refund still grants it.")

    @Argument(
      help: ArgumentHelp(
        "The transaction, as skdemo store transactions lists it.", valueName: "transaction-id"))
    var id: TransactionID

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .declineRefund(transactionID: id) }
  }

  /// `skdemo store refund-reverse`.
  struct RefundReverse: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "refund-reverse",
      abstract: "Take a refund back: what it took away is the customer's again.",
      discussion: """
        A plan is served again until its expiration date, which stays; its renewal stays off. What \
        the customer has bought again since cannot be given twice: refund that one first.
        """)

    @Argument(
      help: ArgumentHelp(
        "The transaction, as skdemo store transactions lists it.", valueName: "transaction-id"))
    var id: TransactionID

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .reverseRefund(transactionID: id) }
  }

  /// `skdemo store delete`.
  struct Delete: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "delete",
      abstract: "Delete a transaction, as if it had never been; nothing is given back.",
      discussion: """
        Every device forgets it. With the latest period of a subscription the subscription is \
        forgotten, and its earlier periods stay in the history alone; an earlier period is deleted \
        by itself. Fuel that was delivered stays in the tank.
        """)

    @Argument(
      help: ArgumentHelp(
        "The transaction, as skdemo store transactions lists it.", valueName: "transaction-id"))
    var id: TransactionID

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .delete(transactionID: id) }
  }

  /// `skdemo store reset`.
  struct Reset: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Forget everything that was sold, for all accounts, and their families.",
      discussion: "Accounts, devices, keys, offer codes, the catalogue and the clock stay.")

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      get async throws {
        let place = try store.place
        let isConfirmed =
          if yes { true } else {
            await Prompt.confirms("Forget everything that was sold in \(place)? [y/N] ")
          }
        guard isConfirmed else {
          throw CommandFailure(
            code: "cancelled",
            message: "nothing was forgotten: confirm with y on a terminal, or with --yes")
        }
        return .reset
      }
    }
  }
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
          message: "the list is not complete: the store's pages do not follow each other")
      }
      try body(list)
      (revision, last) = (hasMore ? next : nil, list.last)
    } while revision != nil
  }
}

extension [OperatorTransaction] {
  /// Whether the dates and IDs go on falling after the last one of the page before.
  fileprivate func follows(_ last: OperatorTransaction?) -> Bool {
    let all = (last.map { [$0] } ?? []) + self
    return zip(all, all.dropFirst()).allSatisfy { newer, older in
      (newer.transaction.purchaseDate, newer.id) > (older.transaction.purchaseDate, older.id)
    }
  }
}
