import ArgumentParser
import Foundation
import StoreAPI

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

/// Arguments that make one command of the operator.
protocol OperatorSubcommand: AsyncParsableCommand {
  var store: OperatorOptions { get }
  /// Asks for whatever the arguments leave open.
  var command: OperatorCommand { get async throws }
}

extension OperatorSubcommand {
  func run() async throws {
    let command = try await command
    try store.output.print(await store.open().perform(command), of: command)
  }
}
