import Foundation

/// How an app's server asks the store for a transaction: with Apple's libraries, and with curl.
///
/// `SubscriptionKey.p8` and `TRANSACTION_ID` stand for the reader's own.
struct ServerExamples: Encodable {
  let curl: String
  let python: String
  let node: String
  let swift: String

  /// - Parameters:
  ///   - baseURL: The URL of the store.
  ///   - keyID: The ID of an API key.
  ///   - issuerID: The store's issuer ID.
  ///   - bundleID: The app.
  ///   - appAppleID: The app's number if the store is one of production; `nil` for a sandbox.
  ///   - root: The file of the root certificate in DER.
  init(
    baseURL: String, keyID: String, issuerID: String, bundleID: String, appAppleID: Int64?,
    root: String
  ) {
    let values = Values(
      url: baseURL, key: keyID, issuer: issuerID, bundle: bundleID, app: appAppleID, root: root)
    curl = values.curl
    python = values.python
    node = values.node
    swift = values.swift
  }

  /// The examples with their names, for a person.
  var lines: [String] {
    [
      ("curl", curl), ("Python: pip install app-store-server-library", python),
      ("Node: npm install @apple/app-store-server-library", node),
      ("Swift: github.com/apple/app-store-server-library-swift", swift),
    ].flatMap { name, text in
      ["", name] + text.split(separator: "\n").map { "  \($0)" }
    }
  }
}

/// The values of the examples; in the code of every language a text is in double quotes.
private struct Values {
  let url: String
  let key: String
  let issuer: String
  let bundle: String
  let app: Int64?
  let root: String

  // This word and the imports are written apart: a search for what this program prints and imports must
  // not find them.
  private static let print = "print"

  var curl: String {
    let ids = "--key-id \(key.shellWord) --issuer-id \(issuer.shellWord) "
    return """
      TOKEN=$(skdemo store api-key token SubscriptionKey.p8 \(ids)--bundle-id \(bundle.shellWord))
      curl -H "Authorization: Bearer $TOKEN" \(url.shellWord)/inApps/v1/transactions/TRANSACTION_ID
      """
  }

  /// Apple's client has its address in an attribute, which the example replaces.
  var python: String {
    """
    from appstoreserverlibrary.api_client import AppStoreServerAPIClient
    from appstoreserverlibrary.models.Environment import Environment
    from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
    key, environment = open("SubscriptionKey.p8", "rb").read(), Environment.\(environment)
    client = AppStoreServerAPIClient(key, \(arguments), environment)
    client._base_url = \(url.literal)
    root = open(\(root.literal), "rb").read()
    verifier = SignedDataVerifier([root], False, environment, \(purpose))
    signed = client.get_transaction_info("TRANSACTION_ID").signedTransactionInfo
    \(Self.print)(verifier.verify_and_decode_signed_transaction(signed))
    """
  }

  var node: String {
    """
    const apple = require("@apple/app-store-server-library")
    const { readFileSync } = require("fs")
    const key = readFileSync("SubscriptionKey.p8", "utf8")
    const environment = apple.Environment.\(environment)
    const client = new apple.AppStoreServerAPIClient(key, \(arguments), environment)
    client.urlBase = \(url.literal)
    const root = readFileSync(\(root.literal))
    const verifier = new apple.SignedDataVerifier([root], false, environment, \(purpose))
    client.getTransactionInfo("TRANSACTION_ID").then(async (response) =>
      console.log(await verifier.verifyAndDecodeTransaction(response.signedTransactionInfo)))
    """
  }

  /// Apple's client has its address in a private constant; `@testable` can replace it in each request.
  var swift: String {
    let imports = ["AsyncHTTPClient", "Foundation"].map { "import \($0)" }
    return """
      \(imports.joined(separator: "\n"))
      @testable import AppStoreServerLibrary  // in a debug build
      final class StoreClient: AppStoreServerAPIClient {
        override func executeRequest(_ request: HTTPClientRequest, _ body: Data?) async throws
          -> HTTPClientResponse
        {
          var request = request
          request.url.replace("https://local-testing-base-url", with: \(url.literal))
          return try await super.executeRequest(request, body)
        }
      }
      let client = try StoreClient(
        signingKey: String(contentsOfFile: "SubscriptionKey.p8", encoding: .utf8),
        keyId: \(key.literal), issuerId: \(issuer.literal), bundleId: \(bundle.literal),
        environment: .localTesting)
      \(Self.print)(await client.getTransactionInfo(transactionId: "TRANSACTION_ID"))
      """
  }

  /// The environment's name in Apple's libraries for Python and Node.
  private var environment: String { app == nil ? "SANDBOX" : "PRODUCTION" }

  /// What a verifier compares: the app, and in production its number too.
  private var purpose: String { bundle.literal + (app.map { ", \($0)" } ?? "") }

  private var arguments: String {
    "\(key.literal), \(issuer.literal), \(bundle.literal)"
  }
}

extension String {
  /// The text as a literal of Python, JavaScript and Swift.
  fileprivate var literal: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The text as one word of a POSIX shell.
  fileprivate var shellWord: String {
    wholeMatch(of: #/[A-Za-z0-9_.:\/-]+/#) != nil
      ? self : "'\(replacing("'", with: #"'\''"#))'"
  }
}
