import ArgumentParser
import StoreAPI

extension StoreCommand {
  /// `skdemo store family`.
  struct FamilyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "family",
      abstract: "Look after the families of the store, whose members share what they buy.",
      subcommands: [List.self, Add.self, Remove.self, Sharing.self], defaultSubcommand: List.self)

    struct List: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List every family.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .families }
    }

    struct Add: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account to a family.",
        discussion: """
          It gets what the others share, and they get what it shares: non-consumables and plans whose \
          product is family shareable. Without --organizer it joins the only family, or organizes the \
          first one.
          """)

      @Argument(help: "The account's name.")
      var name: String

      @Option(
        help: ArgumentHelp(
          "The account that organizes the family, also a new one.", valueName: "name"))
      var organizer: String?

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .addFamilyMember(account: name, organizer: organizer) }
    }

    struct Remove: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an account from its family; without its organizer the family ends.",
        discussion: "What was shared with it is revoked, and so is what it shared.")

      @Argument(help: "The account's name.")
      var name: String

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .removeFamilyMember(account: name) }
    }

    struct Sharing: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "sharing",
        abstract: "Let a family member share what they buy, or not.",
        discussion: "Without --account it concerns the organizer of the only family.")

      @Argument(help: "on or off.")
      var state: Switch

      @Option(help: ArgumentHelp("The account that shares.", valueName: "name"))
      var account: String?

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand {
        .setFamilySharing(isOn: state == .on, account: account)
      }
    }
  }
}
