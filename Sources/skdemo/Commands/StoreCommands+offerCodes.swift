import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  struct OfferCodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "offer-code",
      abstract: "Create offer codes for customers, and list them.",
      examples: ["skdemo store offer-code list"],
      subcommands: [Create.subcommand, List.subcommand])

    struct Create: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Create codes of an offer.",
        discussion: """
          Each code can be redeemed once, and expires after at most six months. A custom code can be \
          redeemed by many customers, and need not expire. A customer can redeem one code of each offer. \
          The codes keep the present terms of the offer.
          """,
        examples: [
          "skdemo store offer-code create pro.free.month --number 100",
          "skdemo store offer-code create pro.free.month --custom SPRING --number 500",
          "skdemo store offer-code create nonconsumable.car --expires 2026-12-31",
        ])

      @Argument(
        help: ArgumentHelp(
          """
          A code offer: pro.free.month, or subscription.pro/pro.free.month; or a car, fuel or pass that \
          is free with the code.
          """,
          valueName: "reference"))
      var reference: String

      @Option(help: ArgumentHelp("The text of one custom code.", valueName: "code"))
      var custom: String?

      @Option(
        help: ArgumentHelp(
          "How many codes, or how many customers may redeem the custom code.", valueName: "n"))
      var number: Int?

      @Option(
        help: ArgumentHelp(
          """
          When the codes expire on the store's clock, such as 2026-12-31. By default, codes for one \
          redemption expire in six months.
          """, valueName: "date"),
        transform: DateArgument.read)
      var expires: DateArgument?

      var command: OperatorCommand {
        .createOfferCodes(
          request: OfferCodeRequest(
            reference: reference, custom: custom, number: number, expirationDate: expires?.date))
      }
    }

    struct List: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "List the newest codes.",
        examples: ["skdemo store offer-code list --json"])

      var command: OperatorCommand { .offerCodes }
    }
  }
}
