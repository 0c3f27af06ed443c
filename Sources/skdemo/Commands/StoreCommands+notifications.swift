import ArgumentParser
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  struct Notifications: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "notifications",
      abstract: "Send App Store Server Notifications to your server.",
      examples: ["skdemo store notifications set-url http://localhost:3000/apple"],
      subcommands: [
        SetURL.subcommand, List.subcommand, Listen.self, Trigger.subcommand, Resend.subcommand,
      ])

    struct SetURL: ControlArguments {
      static let configuration = CommandConfiguration(
        commandName: "set-url",
        abstract: "Set the URL of your server, to which the store posts notifications.",
        discussion: """
          The URL begins with https, or with http for a server on this machine. Redirects are not \
          followed. Each notification is signed and sent when its event happens, and an attempt takes \
          at most 5 seconds. Notifications of one customer are sent in order. skdemo serve and an \
          open storefront send at once; any other command sends before it ends. store advance stops \
          at each event until its notification was sent.

          Like Apple's sandbox, the store tries once. With --retry it tries again after 1, 12, 24, 48 \
          and 72 hours of its own clock, as in production.

          Version 1 is Apple's deprecated form, for servers that verify receipts: it is not signed, has \
          fewer types, and contains the secret of store shared-secret as its password. With --retry it is \
          tried again after 6, 24 and 48 hours.
          """,
        examples: [
          "skdemo store notifications set-url http://localhost:3000/apple",
          "skdemo store notifications set-url https://shop.example.com/apple --retry",
          "skdemo store notifications set-url http://localhost:3000/apple --version 1",
          "skdemo store notifications set-url none",
        ])

      @Argument(help: ArgumentHelp("The URL, or none.", valueName: "url"))
      var url: String

      @Flag(help: "Try again if your server does not accept a notification.")
      var retry = false

      @Flag(help: "Allow a URL that leads to an address of this machine's own network.")
      var allowOwnNetwork = false

      @Option(help: ArgumentHelp("The version of the notifications: 2 or 1.", valueName: "n"))
      var version = NotificationVersion.v2

      // Not in `validate()`: if that fails, ArgumentParser treats --version as the flag for
      // skdemo's version.
      var command: OperatorCommand {
        get throws {
          guard url != "none" || !retry && !allowOwnNetwork && version == .v2 else {
            throw ValidationError(
              "--retry, --allow-own-network and --version need a URL: give one with them, not none")
          }
          return .setNotificationURL(
            url: url == "none" ? nil : url, retries: retry, allowsOwnNetwork: allowOwnNetwork,
            version: version)
        }
      }
    }

    enum List: ControlWords {
      static let configuration = CommandConfiguration(
        abstract: "List the latest notifications about a transaction, with their attempts.",
        discussion: "Only events that happened while the store had a URL have notifications.",
        examples: ["skdemo store notifications list 1000000001"])

      static let control: Control<TransactionArguments> = {
        .transactionNotifications(transactionID: $0.id)
      }
    }
  }
}

extension NotificationVersion: ExpressibleByArgument {
  package init?(argument: String) {
    guard let number = Int(argument) else { return nil }
    self.init(rawValue: number)
  }

  package static var allValueStrings: [String] { allCases.map { "\($0.rawValue)" } }

  package var defaultValueDescription: String { "\(rawValue)" }
}
