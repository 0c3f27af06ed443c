import Foundation
import StoreAPI
import StoreClient
import StoreEngine
import TestSupport
import Testing

/// A customer who uses a remote store from a command line of their own.
struct RemoteCustomer {
  let commandLine: CommandLineFixture
  let url: String

  init(_ url: String) throws {
    commandLine = try CommandLineFixture()
    self.url = url
  }

  /// Runs the real binary against the store.
  func skdemo(_ arguments: String..., password: String? = nil) async throws -> CommandRun {
    try await skdemo(arguments, password: password)
  }

  func skdemo(_ arguments: [String], password: String? = nil) async throws -> CommandRun {
    try await commandLine.skdemo(
      arguments, environment: ["SKDEMO_STORE": url, "SKDEMO_PASSWORD": password ?? Self.password])
  }

  /// A customer who has created an account.
  ///
  /// Signs up within this process, as `skdemo sign-in` would: the hash of a password costs nothing here,
  /// and no child is started.
  static func signedUp(_ name: String, at server: ServeProcess) async throws -> RemoteCustomer {
    try await signedIn(name, isNew: true, at: server)
  }

  /// A customer who has signed in to an existing account on another computer, in this process too.
  static func signedIn(
    _ name: String, isNew: Bool = false, at server: ServeProcess
  ) async throws -> RemoteCustomer {
    let customer = try RemoteCustomer(server.url)
    try await server.withStore { store in
      let client = LocalClient(
        folder: customer.folder, connection: .remote(store, address: server.url))
      _ = try await client.signIn(
        Credentials(account: name, password: password), isNew: isNew, trusting: nil)
    }
    return customer
  }

  private static let password = "open sesame"

  func status(_ arguments: String...) async throws -> [String: Any] {
    try await status(arguments)
  }

  func status(_ arguments: [String]) async throws -> [String: Any] {
    try await commandLine.skdemo(
      ["status", "--json"] + arguments, environment: ["SKDEMO_STORE": url]
    ).json()
  }

  /// The folder with the customer's account and devices of this store.
  var folder: URL {
    let parts = url.split(separator: "/")
    return commandLine.data.appending(path: "stores/\(parts[0].dropLast())").appending(
      path: parts[1].replacing(":", with: "-"))
  }
}

/// A command failed that a test needs to succeed.
struct CommandFailed: Error {
  let run: CommandRun
}

extension CommandRun {
  /// Returns the run itself.
  ///
  /// - Throws: ``CommandFailed`` if its status is not 0.
  func succeeded() throws -> CommandRun {
    guard status == 0 else { throw CommandFailed(run: self) }
    return self
  }

  /// The error code of a failure reported as JSON.
  func errorCode() throws -> String? {
    let report = try JSONSerialization.jsonObject(with: Data(errors.utf8)) as? [String: Any]
    return (report?["error"] as? [String: Any])?["code"] as? String
  }
}
