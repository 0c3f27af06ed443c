import ArgumentParser
import Foundation
import StoreAPI

/// `skdemo store account`: the store's customers.
struct StoreAccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Look after the store's accounts.",
    subcommands: [List.self, Add.self, SignOut.self], defaultSubcommand: List.self)

  /// `skdemo store account list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every account.")

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let accounts = try await store.open().accounts().value
      try store.output.print(
        AccountsReport(accounts: accounts.map(AccountsReport.Account.init)),
        text: Table(accounts.map(\.cells)).text(orIfEmpty: "no accounts yet"))
    }
  }

  /// `skdemo store account add`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make an account for a customer to sign in to.",
      discussion: "The password is asked on the terminal, or taken from SKDEMO_PASSWORD.")

    @Argument(help: "Its name.")
    var name: String

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let credentials = try Credentials.asked(account: name, isNew: true)
      let account = try await store.open().addAccount(credentials).value
      try store.output.print(
        AccountReport(account: account.name), text: "there is an account '\(account.name)' now")
    }
  }

  /// `skdemo store account sign-out`.
  struct SignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sign-out", abstract: "Sign every machine out of an account.",
      discussion: "Its devices stay signed in: skdemo store device remove signs one out.")

    @Argument(help: "The account's name.")
    var name: String

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let count = try await store.open().signOut(account: name).value
      try store.output.print(
        AccountReport(account: name, signIns: count),
        text: "\(name): \(count) \(count == 1 ? "sign-in" : "sign-ins") revoked")
    }
  }
}

/// `skdemo store account list --json`.
private struct AccountsReport: Encodable {
  struct Account: Encodable {
    var name: String
    /// Whether it can be signed in to from elsewhere.
    var hasPassword: Bool
    /// How many machines are signed in to it.
    var signIns: Int
    var devices: [String]

    init(_ account: OperatorAccount) {
      name = account.name
      hasPassword = account.hasPassword
      signIns = account.signIns
      devices = account.devices.map(\.id)
    }
  }

  var accounts: [Account]
}

/// `skdemo store account add --json` and `sign-out --json`.
private struct AccountReport: Encodable {
  var account: String
  /// How many were revoked.
  var signIns: Int?
}

extension OperatorAccount {
  fileprivate var cells: [String] {
    [
      name, hasPassword ? "password" : "local",
      "\(signIns) \(signIns == 1 ? "sign-in" : "sign-ins")",
      devices.map(\.id).joined(separator: ", "),
    ]
  }
}
