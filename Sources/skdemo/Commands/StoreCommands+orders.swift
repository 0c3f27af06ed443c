import AppStorePayloads
import ArgumentParser
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  /// The commands that concern orders that wait.
  static let waitingOrders = CommandGroup(
    name: "Order",
    subcommands: [
      AskToBuy.subcommand, Interrupt.subcommand, Approve.subcommand, Decline.subcommand,
      Resolve.subcommand,
    ])

  enum AskToBuy: ControlWords {
    static let configuration = CommandConfiguration(
      commandName: "ask-to-buy",
      abstract: "Turn Ask to Buy on or off: whether new orders wait for your approval.",
      discussion: """
        Answer an order with skdemo store approve or skdemo store decline; without an answer it \
        lapses after 24 hours. Orders that already wait keep waiting.

        skdemo store transactions lists the orders that wait.
        """,
      examples: ["skdemo store ask-to-buy on"])

    static let control: Control<SwitchArguments> = { .setAskToBuy(isOn: $0.isOn) }
  }

  enum Interrupt: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Turn interrupted purchases on or off: whether new orders wait for the customer.",
      discussion: """
        An interrupted order waits until the customer takes a step in the account settings. \
        skdemo store resolve takes that step, and skdemo store decline ends the order without it. \
        Orders that already wait keep waiting.

        skdemo store transactions lists the orders that wait.
        """,
      examples: ["skdemo store interrupt on"])

    static let control: Control<SwitchArguments> = { .setInterruptedPurchases(isOn: $0.isOn) }
  }

  enum Approve: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Approve a waiting order, and sell it at the current price.",
      examples: ["skdemo store approve 1000000001"])

    static let control: Control<OrderArguments> = { .approve(orderID: $0.id) }
  }

  enum Decline: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Decline a waiting order; nothing is sold.",
      discussion: "An interrupted order ends as if the customer had not taken the step.",
      examples: ["skdemo store decline 1000000001"])

    static let control: Control<OrderArguments> = { .decline(orderID: $0.id) }
  }

  enum Resolve: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Complete an interrupted order, as if the customer had taken the step.",
      examples: ["skdemo store resolve 1000000001"])

    static let control: Control<OrderArguments> = { .resolve(orderID: $0.id) }
  }
}

/// The order that a command concerns.
struct OrderArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The order, as listed by skdemo store transactions.", valueName: "order-number"))
  var id: TransactionID
}
