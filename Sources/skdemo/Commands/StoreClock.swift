import ArgumentParser
import Foundation
import StoreAPI
import StoreEngine

/// `skdemo store clock`: the store's time, running or frozen.
struct StoreClock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Print the store's time; freeze it, or let it run.",
    subcommands: [Show.self, Freeze.self, Run.self], defaultSubcommand: Show.self)

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print the store's time.")

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      try store.output.print(await store.open().clock())
    }
  }

  struct Freeze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "freeze",
      abstract: "Stop the clock: from now on only store advance moves it.")

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      try store.output.print(await store.open().setClock(frozen: true))
    }
  }

  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Let the clock run on.")

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      try store.output.print(await store.open().setClock(frozen: false))
    }
  }
}

/// `skdemo store clock --json`.
private struct ClockReport: Encodable {
  var now: Date
  var isFrozen: Bool
  var pace: String
  var epoch: Int

  init(_ time: StoreTime) {
    now = time.now
    isFrozen = time.isFrozen
    pace = "\(time.pace)"
    epoch = time.epoch
  }
}

extension Output {
  /// Prints the store's time.
  func print(_ time: StoreTime) throws {
    let state = time.isFrozen ? "frozen" : "running"
    try print(
      ClockReport(time), text: "\(time.now.formatted(.iso8601))  \(state), \(time.pace)")
  }
}
