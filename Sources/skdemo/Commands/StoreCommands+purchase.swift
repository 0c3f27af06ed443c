import ArgumentParser
import Foundation
import StoreAPI

extension StoreCommand {
  /// `skdemo store buy`.
  struct Buy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "buy",
      abstract: "Buy for a customer, without a sheet; their devices get it as an update.",
      discussion: """
        A plan that is bought in the past renews until now, as it would have. It cannot be bought \
        before the plan that the customer has.
        """)

    @Argument(help: "The product's ID, as skdemo products lists it.")
    var productID: String

    @Option(help: ArgumentHelp("For whom, if there are several accounts.", valueName: "name"))
    var account: String?

    @Option(help: ArgumentHelp("How many; only fuel and passes can be several.", valueName: "n"))
    var quantity = 1

    @Option(
      help: ArgumentHelp(
        "When it was bought: 2025-01-31 or 2025-01-31T12:00:00Z.", valueName: "date"),
      transform: DateArgument.read)
    var purchaseDate: DateArgument?

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let storeOperator = try await store.open()
      let buyer = try await storeOperator.account(named: account)
      let order = Order(key: OrderKey(UUID()), productID: productID, quantity: quantity)
      let command = OperatorCommand.buy(
        purchase: OperatorPurchase(
          order: order, account: buyer, purchaseDate: purchaseDate?.date))
      try store.output.print(await storeOperator.perform(command), of: command)
    }
  }
}

extension StoreOperator {
  /// Returns a name, or that of the store's only account.
  fileprivate func account(named name: String?) async throws -> String {
    if let name { return name }
    guard case .accounts(let list) = try await perform(.accounts).value,
      let only = list.first
    else {
      throw CommandFailure(
        code: "unknownAccount",
        message: "there is no account yet: skdemo makes one when it is opened")
    }
    guard list.count == 1 else {
      throw CommandFailure(
        code: "severalAccounts",
        message:
          "there are \(list.count) accounts: choose one with --account; skdemo store account "
          + "list lists them")
    }
    return only.name
  }
}
