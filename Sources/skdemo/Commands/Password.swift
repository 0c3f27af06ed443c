import ArgumentParser
import OpenStoreKitConnection
import StoreAPI
import StoreClient

/// `skdemo password`.
struct PasswordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Manage the password of a remote store's account.",
    examples: ["skdemo password change"],
    subcommands: [Change.self])

  struct Change: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "change",
      abstract: "Change the account's password.",
      discussion: """
        The passwords are read from the terminal, or from SKDEMO_PASSWORD and \
        SKDEMO_NEW_PASSWORD. Every machine is signed out of the account, and this one is signed in \
        again. The devices stay signed in.
        """,
      examples: ["skdemo password change", "skdemo password change --sign-out-devices"])

    @Flag(help: "Sign the account's devices out too; this machine gets a new one at its next use.")
    var signOutDevices = false

    @OptionGroup var store: StoreOptions

    func run() async throws {
      guard let remote = try store.arguments.remote() else { throw Self.needsNoPassword }
      let change = try await PasswordChange.asked(signsOutDevices: signOutDevices)
      do {
        let changed = try await remote.client.changePassword(change)
        let report = PasswordReport(changed)
        try store.output.afterChange.print(report, text: report.text)
      } catch StoreError.signInRefused {
        throw CommandFailure(
          code: "signInRefused",
          message: "the old password is wrong, so nothing has changed: try again")
      } catch let error as StoreError {
        guard case .unavailable = error else { throw error }
        var failure = CommandFailure(error)
        failure.message += ". The password may have been changed: run the same command again"
        throw failure
      }
    }

    private static let needsNoPassword = CommandFailure.malformed(
      """
      the store on this machine needs no password from its customers: name another store with \
      --store URL. skdemo store account password NAME sets the password for other machines
      """)
  }
}

/// `skdemo password change --json`.
private struct PasswordReport: Encodable {
  var account: String
  /// The devices that stay signed in.
  var devices: [String]

  init(_ changed: ChangedPassword) {
    account = changed.signIn.account.name
    devices = changed.devices.map(\.id)
  }

  var text: String {
    "\(account) has a new password, and only this machine is signed in; "
      + devices.stayingText
  }
}
