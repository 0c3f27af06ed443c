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
      certificates, appServer,
    ])
}

/// Makes a control from a subcommand's arguments, and prompts for missing values.
typealias Control<Arguments> = @Sendable (Arguments) async throws -> OperatorCommand

/// The words of a subcommand about one control, and the arguments that make the control.
protocol ControlWords {
  associatedtype Arguments: ParsableArguments & Sendable
  /// The texts. Without a name, the subcommand has the name of this type, in lower case.
  static var configuration: CommandConfiguration { get }
  static var control: Control<Arguments> { get }
}

extension ControlWords {
  static var subcommand: any ParsableCommand.Type { ControlCommand<Self>.self }
}

/// The words of a subcommand with arguments of its own.
protocol ControlArguments: ControlWords, ParsableArguments, Sendable where Arguments == Self {
  /// Asks for the values that the arguments leave out.
  var command: OperatorCommand { get async throws }
}

extension ControlArguments {
  static var control: Control<Self> { { try await $0.command } }
}

/// A subcommand that performs one control and prints its result.
struct ControlCommand<Words: ControlWords>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    var configuration = Words.configuration
    // ArgumentParser would search all conformances of the program to describe the type.
    configuration.commandName =
      configuration.commandName ?? _typeName(Words.self, qualified: false).lowercased()
    return configuration
  }

  @OptionGroup var arguments: Words.Arguments
  @OptionGroup var store: OperatorOptions

  func run() async throws {
    let command = try await Words.control(arguments)
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
