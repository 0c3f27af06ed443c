import ArgumentParser

/// `skdemo store`: the operator's side of the store.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Run the store: its time, its transactions, its customers.",
    subcommands: [
      StoreClock.self, StoreAdvance.self, StoreTransactions.self, StoreRefund.self,
      StoreExpire.self, StoreAccountCommand.self, StoreDeviceCommand.self, StoreReset.self,
    ])
}
