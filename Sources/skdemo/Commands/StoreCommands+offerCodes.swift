import ArgumentParser
import Foundation
import StoreAPI

extension StoreCommand {
  /// `skdemo store offer-code`.
  struct OfferCodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "offer-code",
      abstract: "Make codes with which customers redeem offers, and list them.",
      subcommands: [Create.self, List.self])

    struct Create: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make codes of an offer.",
        discussion: """
          Each code is redeemed once, and ends after six months at most. A custom code can be redeemed by \
          many customers, and may have no end. A customer can redeem one code of each offer. \
          The offer's terms are those that the catalogue has now.
          """)

      @Argument(
        help: ArgumentHelp(
          """
          A code offer: pro.free.month, or subscription.pro/pro.free.month; or a car, fuel or pass to \
          give for free.
          """,
          valueName: "reference"))
      var reference: String

      @Option(help: ArgumentHelp("The text of one custom code.", valueName: "code"))
      var custom: String?

      @Option(
        help: ArgumentHelp(
          "How many codes, or how many customers may redeem the custom one.", valueName: "n"))
      var number: Int?

      @Option(
        help: ArgumentHelp(
          """
          When they expire on the store's clock, such as 2026-12-31; codes that are redeemed once, in six \
          months if it is left out.
          """, valueName: "date"),
        transform: DateArgument.read)
      var expires: DateArgument?

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand {
        .createOfferCodes(
          request: OfferCodeRequest(
            reference: reference, custom: custom, number: number, expirationDate: expires?.date))
      }
    }

    struct List: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the codes that were made last.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .offerCodes }
    }
  }
}
