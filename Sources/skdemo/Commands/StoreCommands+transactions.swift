import ArgumentParser
import Foundation
import StoreAPI

extension StoreCommand {
  /// The commands that concern transactions.
  static let sold = CommandGroup(
    name: "Transaction",
    subcommands: [Transactions.self, Refund.self, Reset.self])

  /// `skdemo store transactions`.
  struct Transactions: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "transactions",
      abstract: "List every transaction of the store, newest first.")

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .transactions(account: nil) }
  }

  /// `skdemo store refund`.
  struct Refund: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "refund",
      abstract: "Give money back, and take away what it paid for.",
      discussion: """
        Of the latest period of a subscription the whole subscription is taken back; of an earlier \
        or upgraded one that period alone, for what an upgrade has left of its price. A free one can \
        be refunded too; the amount is 0.
        """)

    @Argument(
      help: ArgumentHelp(
        "The transaction, as skdemo store transactions lists it.", valueName: "transaction-id"))
    var id: TransactionID

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .refund(transactionID: id) }
  }

  /// `skdemo store reset`.
  struct Reset: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Forget everything that was sold, for all accounts.",
      discussion: "Accounts, devices, keys, the catalogue and the clock stay.")

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      get throws {
        let place = try store.place
        guard yes || Prompt.confirms("Forget everything that was sold in \(place)? [y/N] ") else {
          throw CommandFailure(
            code: "cancelled",
            message: "nothing was forgotten: confirm with y on a terminal, or with --yes")
        }
        return .reset
      }
    }
  }
}
