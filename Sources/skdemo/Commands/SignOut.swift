import ArgumentParser
import StoreAPI
import StoreHTTP

/// `skdemo sign-out`: ends this machine's sign-in.
struct SignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign this machine out of a store elsewhere.",
    discussion: """
      Its devices stay signed in until skdemo device remove, and what they keep stays here; \
      whoever signs in to the account again finds them. The store's root certificate is forgotten.
      """)

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let remote = try store.elsewhere()
    let account = try await remote.machine.signOut()
    let address = remote.http.address
    try store.output.print(
      SignOutReport(account: account?.name),
      text: account.map { "\($0.name) is signed out of \(address)" }
        ?? "nobody was signed in to \(address)")
  }
}

/// `skdemo sign-out --json`.
private struct SignOutReport: Encodable {
  /// Absent where nobody was signed in.
  var account: String?
}
