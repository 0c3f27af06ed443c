import ArgumentParser
import OpenStoreKitConnection
import StoreAPI
import StoreClient
import StoreHTTP
import StoreHTTPClient

/// `skdemo sign-out`: ends this machine's sign-in.
struct SignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out",
    abstract: "Sign this machine out of a remote store.",
    discussion: """
      Its devices stay signed in until skdemo device remove. They stay on this machine, and the \
      next sign-in to the account uses them again. The store's root certificate is forgotten. If a \
      machine is lost, sign out everywhere, sign in again, and remove its devices.
      """,
    examples: ["skdemo sign-out", "skdemo sign-out --everywhere"])

  @Flag(help: "Sign every machine out of the account, not only this one.")
  var everywhere = false

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let remote = try store.arguments.requiredRemote()
    if everywhere { return try await signOutEverywhere(remote) }
    let account = try await remote.client.signOut()
    let address = remote.http.address
    try store.output.afterChange.print(
      SignOutReport(account: account?.name),
      text: account.map { "\($0.name) is signed out of \(address)" }
        ?? "this machine was not signed in to \(address)")
  }

  private func signOutEverywhere(_ remote: RemoteStore) async throws {
    let (account, devices) = try await remote.client.signOutEverywhere()
    let staying = devices.map(\.id)
    try store.output.afterChange.print(
      SignOutReport(account: account.name, devices: staying),
      text: "\(account.name) is signed out of \(remote.http.address) on every machine"
        + (staying.isEmpty ? "" : "; still signed in: \(staying.joined(separator: ", "))"))
  }
}

/// `skdemo sign-out --json`.
private struct SignOutReport: Encodable {
  /// Absent if no account was signed in.
  var account: String?
  /// With `--everywhere` the devices that stay signed in.
  var devices: [String]?
}
