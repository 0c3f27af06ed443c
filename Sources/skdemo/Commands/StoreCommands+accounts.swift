import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  /// The commands that concern accounts and their devices.
  static let accounts = CommandGroup(
    name: "Customer",
    subcommands: [Account.self, Device.self, FamilyCommand.self, PlayScenario.self])

  struct Account: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "account",
      abstract: "Manage the store's accounts.",
      examples: ["skdemo store account", "skdemo store account add ann"],
      subcommands: [List.subcommand, Add.subcommand, Password.subcommand, SignOut.subcommand],
      defaultSubcommand: List.subcommand)

    struct List: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "List every account.",
        examples: ["skdemo store account list --json"])

      var command: OperatorCommand { .accounts }
    }

    enum Add: ControlWords {
      static let configuration = CommandConfiguration(
        abstract: "Add an account that a customer can sign in to.",
        discussion: "The password is read from the terminal, or from SKDEMO_PASSWORD.",
        examples: ["skdemo store account add ann"])

      static let control: Control<AccountArguments> = {
        .addAccount(credentials: try await .asked(account: $0.name, isNew: true))
      }
    }

    struct Password: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Change an account's password, and sign every machine out of the account.",
        discussion: """
          The password is read from the terminal, or from SKDEMO_PASSWORD. Devices stay signed in, \
          unless --sign-out-devices is given: then the store's own machine can use the account \
          too, even if somebody signed up for it.

          The account customer needs no password on the store's own machine, and nobody can sign \
          up for it. Once it has a password, other machines can sign in to it.
          """,
        examples: [
          "skdemo store account password ann",
          "skdemo store account password ann --sign-out-devices",
        ])

      @OptionGroup var account: AccountArguments

      @Flag(help: "Sign out the account's devices too.")
      var signOutDevices = false

      var command: OperatorCommand {
        get async throws {
          .setPassword(
            credentials: try await .asked(account: account.name, isNew: true),
            signsOutDevices: signOutDevices)
        }
      }
    }

    enum SignOut: ControlWords {
      static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign every machine out of an account.",
        discussion: "Devices stay signed in: skdemo store device remove signs one out.",
        examples: ["skdemo store account sign-out ann"])

      static let control: Control<AccountArguments> = { .signOut(account: $0.name) }
    }
  }

  struct Device: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "device",
      abstract: "Manage customers' devices.",
      examples: ["skdemo store device remove device-1 --account ann"],
      subcommands: [Remove.subcommand])

    struct Remove: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Sign a customer's device out permanently.",
        examples: ["skdemo store device remove device-1 --account ann"])

      @Argument(
        help: "The device, as listed by skdemo store account list.", completion: .devices)
      var name: String

      @Option(
        help: ArgumentHelp("The device's account.", valueName: "name"), completion: .accounts)
      var account: String

      var command: OperatorCommand { .removeDevice(device: name, account: account) }
    }
  }
}

/// The account that a command concerns.
struct AccountArguments: ParsableArguments {
  @Argument(help: "The account's name.", completion: .accounts)
  var name: String
}
