import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  /// The commands that concern the store's clock.
  static let time = CommandGroup(
    name: "Time",
    subcommands: [Clock.self, Advance.subcommand])

  struct Clock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clock",
      abstract: "Print, freeze, run or correct the store's clock.",
      examples: ["skdemo store clock", "skdemo store clock freeze"],
      subcommands: [
        Show.subcommand, Freeze.subcommand, Run.subcommand, Accept.subcommand, Set.subcommand,
      ],
      defaultSubcommand: Show.subcommand)

    struct Show: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Print the store's time.",
        examples: ["skdemo store clock show --json"])

      var command: OperatorCommand { .clock }
    }

    struct Freeze: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Stop the clock; from now on only store advance moves it.",
        examples: ["skdemo store clock freeze"])

      var command: OperatorCommand { .setClock(frozen: true) }
    }

    struct Run: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Let the clock run again.",
        examples: ["skdemo store clock run"])

      var command: OperatorCommand { .setClock(frozen: false) }
    }

    struct Accept: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Accept a jump of the clock; everything that is due until then happens.",
        discussion: """
          A store that was not used for longer than --clock-bound stays at its last time: it answers \
          requests, but nothing is sold, and no plan renews or ends. If the machine's clock is wrong, \
          correct it instead.
          """,
        examples: ["skdemo store clock accept"])

      var command: OperatorCommand { .acceptClock }
    }

    struct Set: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Set the time back, to a date after which nothing has happened.",
        discussion: "The clock continues from there. To move the time forward, use store advance.",
        examples: ["skdemo store clock set 2027-01-31T12:00:00Z"])

      @Argument(
        help: ArgumentHelp(
          "The new time: 2027-01-31 or 2027-01-31T12:00:00Z.", valueName: "date"),
        transform: DateArgument.read)
      var date: DateArgument

      var command: OperatorCommand { .setClockBack(date: date.date) }
    }
  }
}
