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
}
