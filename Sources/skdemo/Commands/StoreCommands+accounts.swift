import ArgumentParser
import Foundation
import StoreAPI

extension StoreCommand {
  /// The commands that concern accounts and their devices.
  static let accounts = CommandGroup(
    name: "Customer",
    subcommands: [Account.self, Device.self, FamilyCommand.self])

  /// `skdemo store account`.
  struct Account: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "account",
      abstract: "Look after the store's accounts.",
      subcommands: [List.self, Add.self, Password.self, SignOut.self], defaultSubcommand: List.self)

    struct List: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List every account.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .accounts }
    }

    struct Add: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make an account for a customer to sign in to.",
        discussion: "The password is asked on the terminal, or taken from SKDEMO_PASSWORD.")

      @Argument(help: "Its name.")
      var name: String

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand {
        get async throws {
          .addAccount(credentials: try await .asked(account: name, isNew: true))
        }
      }
    }

    struct Password: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Give an account another password, and sign every machine out of it.",
        discussion: """
          The password is asked on the terminal, or taken from SKDEMO_PASSWORD. The devices stay \
          signed in. Without any, an account that somebody signed up for can be used on the store's \
          own machine too.
          """)

      @Argument(help: "The account's name.")
      var name: String

      @Flag(help: "Sign the account's devices out too.")
      var signOutDevices = false

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand {
        get async throws {
          .setPassword(
            credentials: try await .asked(account: name, isNew: true),
            signsOutDevices: signOutDevices)
        }
      }
    }

    struct SignOut: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign every machine out of an account.",
        discussion: "Its devices stay signed in: skdemo store device remove signs one out.")

      @Argument(help: "The account's name.")
      var name: String

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .signOut(account: name) }
    }
  }

  /// `skdemo store device`.
  struct Device: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "device",
      abstract: "Look after customers' devices.", subcommands: [Remove.self])

    struct Remove: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Sign a customer's device out for good.")

      @Argument(help: "The device, as skdemo store account list lists it.")
      var name: String

      @Option(help: ArgumentHelp("Whose device.", valueName: "name"))
      var account: String

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .removeDevice(device: name, account: account) }
    }
  }
}
