import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKitConnection
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  /// The commands that change what the store sells.
  static let catalogue = CommandGroup(
    name: "Catalog",
    subcommands: [
      SetPrice.subcommand, Withdraw.subcommand, Import.self, OfferKey.self, OfferCodes.self,
    ])

  struct SetPrice: ControlArguments {
    static let configuration = CommandConfiguration(
      commandName: "price",
      abstract: "Set the price of a product.",
      discussion: """
        Subscribers pay the new price from their next period, unless an option says otherwise. \
        Apple requires their consent to an increase of more than 50 % and more than 5 USD a period \
        (50 USD for an annual plan), to a second increase within a year, and to every increase where \
        the law requires it. Such an increase needs --consent or --keep-existing.

        The thresholds in other currencies are about the same. In Austria, Germany and Poland every \
        increase needs consent. The error says which rule applies.
        """,
      examples: [
        "skdemo store price nonconsumable.car 2.99",
        "skdemo store price subscription.pro 5.99 --consent",
      ])

    @Argument(
      help: ArgumentHelp("The product, as listed by skdemo products.", valueName: "id"),
      completion: .products)
    var id: String

    @Argument(help: "Its price in the store's currency, such as 12.99.")
    var amount: PriceArgument

    @Flag(help: "Ask subscribers for their consent; without it their subscription expires.")
    var consent = false

    @Flag(help: "Let present subscribers keep their price.")
    var keepExisting = false

    func validate() throws {
      guard !(consent && keepExisting) else {
        throw ValidationError(
          "--consent and --keep-existing exclude each other: give one of them")
      }
    }

    var command: OperatorCommand {
      let policy: PriceChangePolicy = consent ? .askConsent : keepExisting ? .preserve : .inform
      return .setPrice(productID: id, price: amount.price, policy: policy)
    }
  }

  struct Withdraw: ControlArguments {
    static let configuration = CommandConfiguration(
      abstract: "Take a product off sale, or sell it again.",
      discussion: "Customers keep what they own; a subscription ends with its current period.",
      examples: [
        "skdemo store withdraw nonconsumable.car",
        "skdemo store withdraw nonconsumable.car --undo",
      ])

    @Argument(
      help: ArgumentHelp("The product, as listed by skdemo products.", valueName: "id"),
      completion: .products)
    var id: String

    @Flag(help: "Sell it again.")
    var undo = false

    var command: OperatorCommand { undo ? .undoWithdraw(productID: id) : .withdraw(productID: id) }
  }

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "catalog",
      abstract: "Replace the catalogue with the one in a file.",
      discussion: """
        The store keeps its country, its clock and its other settings. A product that is not in the \
        file is no longer sold; customers keep what they own.

        The command prints what has changed, and for how many subscribers. It names on standard \
        error each switch in the file that the store ignores.
        """,
      examples: ["skdemo store catalog Shop.storekit"])

    @Argument(help: "A Products.json or .storekit file.")
    var file: String

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let catalogue = try CatalogueFile(path: file)
      try Presentation.checkDurations(in: catalogue.data)
      catalogue.reportUnsupportedSettings()
      let command = OperatorCommand.importCatalogue(configuration: catalogue.text)
      let answer = try await store.open().perform(command)
      if try store.store.arguments.address() == nil {
        try LocalStore.keepPresentation(catalogue, in: store.store.arguments.folder())
      }
      try store.output.print(answer, of: command)
    }
  }

  struct OfferKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "offer-key",
      abstract: "Manage the keys with which an app's server signs offers.",
      examples: ["skdemo store offer-key create"],
      subcommands: [Create.subcommand])

    struct Create: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Create a key, and print its private half.",
        discussion: """
          The private half is printed only once, because the store keeps only the public half.

          With SKDEMO_OFFER_KEY_FILE=offer-key.json a storefront shows and signs the promotional \
          offers of a remote store, as an app with its own server does. It needs no file for the \
          store in its own data folder. OpenStoreKit's documentation describes what a server signs.
          """,
        examples: ["(umask 077; skdemo store offer-key create --json > offer-key.json)"])

      var command: OperatorCommand { .createOfferKey }
    }
  }
}

/// Digits with a decimal point.
struct PriceArgument: ExpressibleByArgument {
  let price: Decimal

  init?(argument: String) {
    guard argument.wholeMatch(of: #/[0-9]{1,12}(?:\.[0-9]{1,6})?/#) != nil,
      let price = Decimal(string: argument)
    else { return nil }
    self.price = price
  }
}
