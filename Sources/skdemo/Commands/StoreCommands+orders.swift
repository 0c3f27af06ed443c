import ArgumentParser
import StoreAPI

extension StoreCommand {
  /// The commands that concern orders that wait.
  static let waitingOrders = CommandGroup(
    name: "Order",
    subcommands: [
      AskToBuy.self, Interrupt.self, Approve.self, Decline.self, Resolve.self,
    ])

  /// `skdemo store ask-to-buy`.
  struct AskToBuy: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "ask-to-buy",
      abstract: "Let orders wait until you approve them, or not.",
      discussion: """
        skdemo store approve and skdemo store decline answer an order; after 24 hours without an \
        answer it lapses. Orders that wait already go on waiting.
        """)

    @Argument(help: "on or off.")
    var state: Switch

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .setAskToBuy(isOn: state == .on) }
  }

  /// `skdemo store interrupt`.
  struct Interrupt: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "interrupt",
      abstract: "Let orders wait for a step in the customer's account, or not.",
      discussion: """
        skdemo store resolve takes the step, and skdemo store decline does not. Orders that wait already \
        go on waiting.
        """)

    @Argument(help: "on or off.")
    var state: Switch

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .setInterruptedPurchases(isOn: state == .on) }
  }

  /// `skdemo store approve`.
  struct Approve: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "approve",
      abstract: "Approve an order that waits: it is sold now, at its present price.")

    @OptionGroup var order: OrderArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .approve(orderID: order.id) }
  }

  /// `skdemo store decline`.
  struct Decline: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "decline",
      abstract: "Decline an order that waits: nothing is sold.",
      discussion: "An interrupted order ends as if its customer did not take the step.")

    @OptionGroup var order: OrderArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .decline(orderID: order.id) }
  }

  /// `skdemo store resolve`.
  struct Resolve: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "resolve",
      abstract: "Complete an interrupted order, as if its customer had taken the step.")

    @OptionGroup var order: OrderArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .resolve(orderID: order.id) }
  }
}

/// The order that a command concerns.
struct OrderArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The order, as skdemo store transactions lists it.", valueName: "order-number"))
  var id: TransactionID
}
