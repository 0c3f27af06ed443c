import ArgumentParser
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  struct FamilyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "family",
      abstract: "Manage the store's families, whose members share their purchases.",
      discussion: """
        If a later catalogue makes a product family shareable, earlier purchases of a \
        non-consumable are shared at once, and a plan when its subscriber shares it.
        """,
      examples: ["skdemo store family", "skdemo store family add ann"],
      subcommands: [List.subcommand, Add.subcommand, Remove.subcommand, Sharing.subcommand],
      defaultSubcommand: List.subcommand)

    struct List: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "List every family.",
        examples: ["skdemo store family list --json"])

      var command: OperatorCommand { .families }
    }

    struct Add: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Add an account to a family.",
        discussion: """
          The members share non-consumables and plans whose product is family shareable. Without \
          --organizer the account joins the only family, or organizes the first one.
          """,
        examples: ["skdemo store family add ann", "skdemo store family add ben --organizer ann"])

      @OptionGroup var account: AccountArguments

      @Option(
        help: ArgumentHelp(
          "The account that organizes the family, which may be a new one.", valueName: "name"))
      var organizer: String?

      var command: OperatorCommand { .addFamilyMember(account: account.name, organizer: organizer) }
    }

    enum Remove: ControlWords {
      static let configuration = CommandConfiguration(
        abstract: "Remove an account from its family; without its organizer the family ends.",
        discussion: "Purchases that it shared, and those shared with it, are revoked.",
        examples: ["skdemo store family remove ann"])

      static let control: Control<AccountArguments> = { .removeFamilyMember(account: $0.name) }
    }

    struct Sharing: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Turn a family member's sharing of purchases on or off.",
        discussion: "Without --account it applies to the organizer of the only family.",
        examples: [
          "skdemo store family sharing off",
          "skdemo store family sharing on --account ann",
        ])

      @OptionGroup var state: SwitchArguments

      @Option(
        help: ArgumentHelp("The account that shares.", valueName: "name"), completion: .accounts)
      var account: String?

      var command: OperatorCommand { .setFamilySharing(isOn: state.isOn, account: account) }
    }
  }
}
