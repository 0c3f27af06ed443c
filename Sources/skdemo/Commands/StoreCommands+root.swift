import ArgumentParser
import Foundation
import OpenStoreKitConnection
import StoreClient

extension StoreCommand {
  /// The commands that concern the store's certificates.
  static let certificates = CommandGroup(name: "Certificate", subcommands: [Root.self])

  /// `skdemo store root`.
  struct Root: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "root",
      abstract: "Use the key of the store's root certificate.",
      subcommands: [Renew.self])

    /// `skdemo store root renew`.
    struct Renew: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Renew the store's certificates by its root's key, which is kept elsewhere.",
        discussion: """
          A store whose folder has the root's key does this by itself when it is opened. Devices go on \
          trusting the same root. A server uses the new certificates from its next start.
          """)

      @Argument(help: "The root's private key in PEM.")
      var file: String

      @OptionGroup var store: StoreOptions

      func run() async throws {
        guard try store.arguments.address() == nil else {
          throw CommandFailure.malformed(
            "certificates are renewed on the machine that has the store's folder: run skdemo store "
              + "root renew there, with --data DIR in place of --store")
        }
        let (end, isNew) = try store.arguments.folder().renewCertificates(
          by: URL(filePath: file))
        let report = RenewedCertificatesReport(validUntil: end, isRenewed: isNew)
        try store.output.print(report, text: report.text)
      }
    }
  }
}

/// `skdemo store root renew --json`.
private struct RenewedCertificatesReport: Encodable {
  var validUntil: Date
  /// Whether there are new certificates.
  var isRenewed: Bool

  var text: String {
    isRenewed
      ? "renewed: valid until \(validUntil.formatted(.iso8601)), for a server from its next start"
      : "nothing to renew: valid until \(validUntil.formatted(.iso8601)), as the root is"
  }
}
