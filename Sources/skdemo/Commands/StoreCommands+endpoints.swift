import AppStorePayloads
import ArgumentParser
import Foundation
import OpenStoreKitConnection
import StoreAPI
import StoreClient
import StoreHTTPClient
import StoreOperatorAPI

extension StoreCommand {
  struct Endpoints: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "endpoints",
      abstract: "Show what an app's server needs to reach the store, with examples.",
      discussion: """
        The store serves the App Store Server API and verifyReceipt below its address. For the store \
        in the data folder, this is the address at which skdemo serve listens by default.

        Apple's libraries read the root certificate in DER. A remote store sends it, and a file is made \
        only if you name one.
        """,
      examples: [
        "skdemo store endpoints",
        "skdemo store endpoints --store URL --operator-key-file operator.key --root root.der",
      ])

    @Option(
      help: ArgumentHelp("Copy the root certificate (DER) to this new file.", valueName: "file"))
    var root: String?

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let storeOperator = try await store.open()
      guard
        case .apiKeys(let keys, let issuerID, let bundleID) = try await storeOperator.perform(
          .apiKeys
        ).value,
        case .settings(let settings) = try await storeOperator.perform(.settings).value
      else { throw StoreError.unavailable(reason: "it did not list its API keys") }
      let report = EndpointsReport(
        baseURL: try baseURL(), issuerID: issuerID, bundleID: bundleID,
        environment: settings.environment ?? .sandbox,
        rootCertificate: try await rootCertificate(),
        keys: keys.filter { $0.revocationDate == nil })
      try store.output.print(report, lines: report.lines)
    }

    /// The address of the store; of a store in the data folder, the one at which serve listens.
    private func baseURL() throws -> String {
      try store.store.arguments.address()?.description
        ?? "http://\(Serve.standardHost):\(Serve.standardPort)"
    }

    /// The file of the root certificate, which is made if the options name a new one.
    private func rootCertificate() async throws -> String? {
      let remote = try store.store.arguments.remote()
      let kept = try store.store.arguments.folder().authority.appending(path: "root.der")
      guard let root else { return remote == nil ? kept.path(percentEncoded: false) : nil }
      let file = try NewFile(root)
      do {
        let certificate =
          if let remote {
            try await remote.http.accounts.root().value
          } else {
            try Data(contentsOf: kept)
          }
        try file.write(certificate)
      } catch {
        file.remove()
        throw error
      }
      return root
    }
  }
}
