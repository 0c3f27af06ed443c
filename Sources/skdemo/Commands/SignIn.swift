import AppStorePayloads
import ArgumentParser
import Foundation
import OpenStoreKitConnection
import StoreAPI
import StoreClient
import StoreHTTP
import StoreHTTPClient

/// `skdemo sign-in`: signs this machine in to a remote store.
struct SignInCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in",
    abstract: "Sign this machine in to a remote store.",
    discussion: """
      The password is read from the terminal, or from SKDEMO_PASSWORD. The machine does not keep it. \
      It keeps a token, and the store's root certificate, which it trusts from then on.
      """,
    examples: [
      "skdemo sign-in --create --account ann --store http://127.0.0.1:8080",
      "skdemo sign-in --account ann --trusted-root root.der",
    ])

  @Flag(help: "Create the account.")
  var create = false

  @Option(help: ArgumentHelp("The account's name.", valueName: "name"), completion: .accounts)
  var account: String?

  @Option(
    help: ArgumentHelp(
      "Trust only this root certificate (DER or PEM), instead of the first one that the store "
        + "presents.",
      valueName: "file"))
  var trustedRoot: String?

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let remote = try store.arguments.requiredRemote()
    let trusted = try trustedRoot.map(Self.certificate)
    let credentials = try await Credentials.asked(account: account, isNew: create)
    let signedIn = try await remote.client.signIn(credentials, isNew: create, trusting: trusted)
    let report = SignInReport(
      account: signedIn.signIn.account.name, device: signedIn.usualDevice,
      store: remote.http.address.description)
    let place = report.device.map { ", on \($0)" } ?? "; this machine gets a device at first use"
    try store.output.afterChange.print(
      report, text: "signed in to \(report.store) as \(report.account)\(place)")
  }

  private static func certificate(_ path: String) throws -> Data {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw unusable(path, because: "cannot be read")
    }
    do {
      return try RootCertificate.read(data)
    } catch {
      throw unusable(path, because: "does not hold exactly one certificate")
    }
  }

  private static func unusable(_ path: String, because reason: String) -> CommandFailure {
    .malformed(
      """
      --trusted-root: '\(path)' \(reason): name a file with the store's root certificate in DER \
      or in PEM, such as the authority/root.der of its data folder
      """)
  }
}

/// `skdemo sign-in --json`.
private struct SignInReport: Encodable {
  var account: String
  /// The device that commands use by default; absent until it is registered.
  var device: String?
  var store: String
}

extension StoreArguments {
  /// The remote store, which must be named.
  func requiredRemote() throws -> RemoteStore {
    guard let remote = try remote() else {
      throw CommandFailure.malformed(
        "the store on this machine needs no sign-in: name another store with --store URL")
    }
    return remote
  }
}
