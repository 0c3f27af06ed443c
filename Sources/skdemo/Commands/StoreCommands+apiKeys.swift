import AppStorePayloads
import ArgumentParser
import Foundation
import PrivateFiles
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  /// The commands for an app's server, which uses the App Store Server API or verifies receipts.
  static let appServer = CommandGroup(
    name: "App server", subcommands: [APIKey.self, SharedSecret.subcommand, Endpoints.self])

  struct APIKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "api-key",
      abstract: "Manage the keys with which an app's server signs its requests.",
      discussion: """
        An app's server sends a token with each request of the App Store Server API. It signs the token \
        with one of these keys, as with an In-App Purchase key of App Store Connect.
        """,
      examples: ["skdemo store api-key create SubscriptionKey.p8"],
      subcommands: [Create.self, List.subcommand, Revoke.subcommand, Token.self])

    struct List: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "List the newest keys, the issuer ID and the bundle ID.",
        examples: ["skdemo store api-key list --json"])

      var command: OperatorCommand { .apiKeys }
    }

    struct Revoke: ControlArguments {
      static let configuration = CommandConfiguration(
        abstract: "Revoke a key, whose tokens are then refused.",
        examples: ["skdemo store api-key revoke ABCDE23456"])

      @Argument(help: ArgumentHelp("The key, as listed by api-key list.", valueName: "id"))
      var keyID: String

      var command: OperatorCommand { .revokeAPIKey(keyID: keyID) }
    }
  }
}

extension StoreCommand.APIKey {
  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create",
      abstract: "Create a key, and save or print its private half.",
      discussion: """
        The private half is shown only once, because the store keeps only the public half. Apple's \
        libraries read it from the file. Only its owner can read the file.
        """,
      examples: [
        "skdemo store api-key create SubscriptionKey.p8",
        "skdemo store api-key create --json",
      ])

    @Argument(
      help: "The new file for the private half; without it, the private half is printed.")
    var file: String?

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let place = try file.map(NewFile.init)
      let answer: Answer<OperatorResult>
      do {
        answer = try await store.open().perform(.createAPIKey)
      } catch {
        place?.remove()
        throw error
      }
      guard let place, case .apiKey(let id, let issuerID, let privateKey) = answer.value else {
        return try store.output.print(answer, of: .createAPIKey)
      }
      try Self.save(privateKey, ofKey: id, in: place)
      try store.output.afterChange.print(
        NewAPIKeyReport(id: id, issuerID: issuerID, file: place.path),
        lines: ["API key \(id): its private half is in \(place.path)", "issuer ID \(issuerID)"])
    }

    private static func save(_ privateKey: String, ofKey id: String, in place: NewFile) throws {
      do throws(FileError) {
        try place.write(Data("\(privateKey)\n".utf8))
      } catch {
        throw CommandFailure(
          code: "unwrittenResult",
          message:
            "the API key \(id) was created, but its private half could not be saved: \(error). "
            + "Revoke it with skdemo store api-key revoke \(id), and create another",
          exit: .unwritten)
      }
    }
  }

  struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "token",
      abstract: "Make a token for requests, as an app's server does.",
      discussion: """
        The token is valid for 20 minutes on this machine's clock. The store is asked for the IDs that are \
        left out. Without --key-id, it must have exactly one valid key. With all three, no store is asked.
        """,
      examples: [
        "skdemo store api-key token SubscriptionKey.p8",
        "skdemo store api-key token SubscriptionKey.p8 --key-id ABCDE23456 --issuer-id "
          + "99b16628-15e4-4668-972b-eeff55eeff55 --bundle-id com.example.skdemo",
      ])

    @Argument(help: "The private half of the key, as saved by api-key create.")
    var file: String

    @Option(help: ArgumentHelp("The ID of the key.", valueName: "id"))
    var keyID: String?

    @Option(help: ArgumentHelp("The issuer ID of the store.", valueName: "uuid"))
    var issuerID: String?

    @Option(help: ArgumentHelp("The bundle ID of the app.", valueName: "id"))
    var bundleID: String?

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let token = try await signingKey(pem: pem()).token(at: Date())
      try store.output.print(["token": token], text: token)
    }

    private func pem() throws -> String {
      let location = try url(ofArgument: file)
      try PrivateFile.checkSecret(location)
      guard let pem = try? String(contentsOf: location, encoding: .utf8) else { throw noKey }
      return pem
    }

    private func signingKey(pem: String) async throws -> APISigningKey {
      let ids = try await APITokenIDs(key: keyID, issuer: issuerID, bundle: bundleID) {
        try await store.open().perform(.apiKeys).value
      }
      guard
        let key = try? APISigningKey(
          keyID: ids.key, pem: pem, issuerID: ids.issuer, bundleID: ids.bundle)
      else { throw noKey }
      return key
    }

    private var noKey: CommandFailure {
      CommandFailure(
        code: "apiKey",
        message: "'\(file)' does not contain the private half of an API key: name the file that "
          + "skdemo store api-key create has saved")
    }
  }
}

/// The IDs that a token contains.
private struct APITokenIDs {
  let key: String
  let issuer: String
  let bundle: String

  /// - Parameters:
  ///   - key: The ID of the key; `nil` for the only valid one of the store.
  ///   - issuer: The issuer ID; `nil` for the store's.
  ///   - bundle: The bundle ID of the app; `nil` for the store's.
  ///   - list: Asks the store for its keys; it is called only if an ID is missing.
  /// - Throws: `CommandFailure` if the store has no valid key or several, and what `list` throws.
  init(
    key: String?, issuer: String?, bundle: String?, _ list: () async throws -> OperatorResult
  ) async throws {
    if let key, let issuer, let bundle {
      (self.key, self.issuer, self.bundle) = (key, issuer, bundle)
      return
    }
    guard case .apiKeys(let keys, let issuerID, let bundleID) = try await list() else {
      throw StoreError.unavailable(reason: "it did not list its keys")
    }
    self.key = try key ?? Self.onlyValidKey(of: keys)
    (self.issuer, self.bundle) = (issuer ?? issuerID, bundle ?? bundleID)
  }

  private static func onlyValidKey(of keys: [OperatorAPIKey]) throws -> String {
    let valid = keys.filter { $0.revocationDate == nil }
    guard let key = valid.first else {
      throw CommandFailure(
        code: "apiKey",
        message: "the store has no valid API key: make one with skdemo store api-key create FILE")
    }
    guard valid.count == 1 else {
      let ids = valid.map(\.id).joined(separator: ", ")
      throw CommandFailure(
        code: "apiKey",
        message: "the store has several API keys, \(ids): name the file's key with --key-id")
    }
    return key.id
  }
}
