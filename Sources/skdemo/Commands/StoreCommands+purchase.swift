import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  struct Buy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "buy",
      abstract: "Buy for a customer without a sheet; their devices get it as an update.",
      discussion: """
        A plan with a purchase date in the past is renewed up to the present. Its purchase date cannot \
        be before that of the customer's present plan.
        """,
      examples: [
        "skdemo store buy nonconsumable.car --account ann",
        "skdemo store buy subscription.pro --purchase-date 2026-01-31",
      ])

    @Argument(help: "The product's ID, as listed by skdemo products.", completion: .products)
    var productID: String

    @Option(
      help: ArgumentHelp("The customer, if there are several accounts.", valueName: "name"),
      completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp("How many; more than one only for fuel and passes.", valueName: "n"))
    var quantity = 1

    @Option(
      help: ArgumentHelp(
        "The purchase date: 2025-01-31 or 2025-01-31T12:00:00Z.", valueName: "date"),
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
        message: "there is no account yet: open skdemo to create one")
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
