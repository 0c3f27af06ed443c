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
      abstract: "Print the store's time; freeze it, or let it run.",
      subcommands: [Show.self, Freeze.self, Run.self], defaultSubcommand: Show.self)

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
  }

  /// `skdemo store advance`.
  struct Advance: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "advance",
      abstract: "Move the store's clock forward.",
      discussion: """
        Everything due in between happens, each at its own time. A running clock goes on running, \
        a frozen one stays frozen.
        """)

    @Argument(
      help: ArgumentHelp(
        "How far, in ISO 8601: P1M, P2W, P1DT12H, PT30S.", valueName: "duration"))
    var duration: CalendarDuration?

    @Option(
      help: ArgumentHelp("Until when: 2027-01-31 or 2027-01-31T12:00:00Z.", valueName: "date"))
    var to: DateArgument?

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      get throws {
        switch (duration, to) {
        case (let duration?, nil): .advance(move: .by(duration))
        case (nil, let to?): .advance(move: .to(to.date))
        default:
          throw ValidationError("Say how far, as in P1M, or until when, as in --to 2027-01-31.")
        }
      }
    }

    func validate() throws { _ = try command }
  }
}
