import ArgumentParser
import Foundation
import StoreAPI

extension StoreCommand {
  /// The commands that concern the store's clock.
  static let time = CommandGroup(
    name: "Time",
    subcommands: [Clock.self, Advance.self])

  /// `skdemo store clock`.
  struct Clock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clock",
      abstract: "Print the store's time; freeze it, let it run, or set it right.",
      subcommands: [Show.self, Freeze.self, Run.self, Accept.self, Set.self],
      defaultSubcommand: Show.self)

    struct Show: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the store's time.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .clock }
    }

    struct Freeze: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "freeze",
        abstract: "Stop the clock: from now on only store advance moves it.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .setClock(frozen: true) }
    }

    struct Run: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Let the clock run on.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .setClock(frozen: false) }
    }

    struct Accept: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Agree to a jump of the clock: everything due until then happens.",
        discussion: """
          A store that was not used for longer than --clock-bound waits at its last time: what is \
          asked is answered, and nothing is sold, renewed or ended. If the clock is wrong, set the \
          machine's clock right instead.
          """)

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .acceptClock }

      func run() async throws { try await advance() }
    }

    struct Set: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the time back, to a date after which nothing has happened.",
        discussion: "It goes on from there. Devices follow. store advance moves the time forward.")

      @Argument(
        help: ArgumentHelp(
          "The new time: 2027-01-31 or 2027-01-31T12:00:00Z.", valueName: "date"),
        transform: DateArgument.read)
      var date: DateArgument

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .setClockBack(date: date.date) }
    }
  }
}
