import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

/// `skdemo store`: what the operator of the store can do.
///
/// The groups of its commands: each command has a name, its texts and the arguments that make an
/// ``OperatorCommand``. ``Output`` prints the results.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Operate the store: its time, its transactions, its customers.",
    discussion: """
      Run these commands on the machine that has the store's data folder, or anywhere with --store \
      and the operator key. An open storefront shows each change at once. Dates are in UTC.
      """,
    examples: [
      "skdemo store advance P1M",
      "skdemo store price subscription.pro 5.99 --consent",
      "skdemo store transactions --store URL --operator-key-file operator.key",
    ],
    groupedSubcommands: [
      time, settings, catalogue, sold, waitingOrders, subscriptions, accounts, backups,
      certificates,
    ])
}

/// The texts and arguments that a subcommand about one control adds to ``ControlCommand``.
protocol ControlArguments: ParsableArguments, Sendable {
  static var configuration: CommandConfiguration { get }
  /// Asks for the values that the arguments leave out.
  var command: OperatorCommand { get async throws }
}

extension ControlArguments {
  static var subcommand: any ParsableCommand.Type { ControlCommand<Self>.self }
}

/// A subcommand that performs one control and prints its result.
struct ControlCommand<Arguments: ControlArguments>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { Arguments.configuration }

  @OptionGroup var arguments: Arguments
  @OptionGroup var store: OperatorOptions

  func run() async throws {
    let command = try await arguments.command
    try store.output.print(await perform(command), of: command)
  }

  /// A command that may take long shows its progress, and a signal ends it.
  private func perform(_ command: OperatorCommand) async throws -> Answer<OperatorResult> {
    let store = try await store.open()
    guard command.reportsProgress else { return try await store.perform(command) }
    let style = ProgressDisplay.Style.standard(isJSON: self.store.output.isJSON)
    return try await InterruptibleAdvance(store: store, printer: ProgressPrinter(style))
      .perform(command)
  }
}
