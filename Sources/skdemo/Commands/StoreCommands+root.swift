import ArgumentParser
import Foundation
import OpenStoreKitConnection
import StoreClient
import StoreEngine

extension StoreCommand {
  /// The commands that concern the store's certificates.
  static let certificates = CommandGroup(name: "Certificate", subcommands: [Root.self])

  struct Root: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "root",
      abstract: "Keep the private key of the store's root certificate elsewhere.",
      discussion: """
        Devices trust the root certificate. The store signs with other keys, so it runs without the \
        root's private key, which is best kept on a machine that no customer reaches.
        """,
      examples: ["skdemo store root export root.pem"],
      subcommands: [Export.self, Remove.self, Renew.self])

    struct Export: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Copy the root's private key to a file.",
        discussion:
          "Only its owner can read the file. The store keeps its own copy until root remove.",
        examples: ["skdemo store root export root.pem"])

      @Argument(help: "The new file; an existing file is not replaced.")
      var file: String

      @OptionGroup var store: StoreOptions

      func run() async throws {
        let copy = try url(ofArgument: file)
        let report = RootKeyReport(
          file: file, rootHash: try store.authority().exportRootKey(to: copy))
        try store.output.afterChange.print(
          report,
          lines: [
            "the root's private key was exported to \(file)",
            "the root certificate's SHA-256 is \(report.root)",
            "keep the file on another machine, and remove the key here with "
              + "skdemo store root remove --exported FILE",
          ])
      }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the root's private key from the store, which continues without it.",
        discussion: "An earlier backup still holds the key.",
        examples: ["skdemo store root remove --exported root.pem"])

      @Option(
        help: ArgumentHelp(
          "The copy made by skdemo store root export; it is compared first.",
          valueName: "file"))
      var exported: String

      @OptionGroup var store: StoreOptions

      func run() async throws {
        let copy = try url(ofArgument: exported)
        let report = RootKeyReport(
          file: exported, rootHash: try store.authority().removeRootKey(exported: copy))
        try store.output.afterChange.print(
          report,
          lines: [
            "the root's private key was removed from the store; \(exported) is a copy of it",
            "the root certificate's SHA-256 is \(report.root)",
          ])
      }
    }

    struct Renew: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Renew the store's certificates with its root's key, which is kept elsewhere.",
        discussion: """
          A store whose folder has the root's key does this by itself when it is opened. Devices continue \
          to trust the same root. A server uses the new certificates from its next start.
          """,
        examples: ["skdemo store root renew root.pem"])

      @Argument(help: "The root's private key in PEM.")
      var file: String

      @OptionGroup var store: StoreOptions

      func run() async throws {
        let authority = try store.authority(
          reason: "certificates are renewed on the machine that has the store's folder: run skdemo "
            + "store root renew there, with --data DIR instead of --store")
        let (end, isNew) = try authority.renew(by: url(ofArgument: file))
        let report = RenewedCertificatesReport(validUntil: end, isRenewed: isNew)
        try store.output.afterChange.print(report, text: report.text)
      }
    }
  }
}

/// `skdemo store root export --json` and `store root remove --json`.
struct RootKeyReport: Encodable {
  /// The copy of the key.
  var file: String
  /// The SHA-256 of the root's certificate, in hexadecimal digits.
  var root: String

  init(file: String, rootHash: Data) {
    self.file = file
    root = rootHash.map { String(format: "%02x", $0) }.joined()
  }
}

/// `skdemo store root renew --json`.
private struct RenewedCertificatesReport: Encodable {
  var validUntil: Date
  /// Whether there are new certificates.
  var isRenewed: Bool

  var text: String {
    isRenewed
      ? "renewed: valid until \(validUntil.formatted(.iso8601)); a server uses them from its next start"
      : "nothing to renew: valid until \(validUntil.formatted(.iso8601)), like the root certificate"
  }
}

extension StoreOptions {
  /// The certificates of the store on this machine.
  ///
  /// - Parameter reason: Why the command is refused for a remote store, and what to do instead.
  /// - Returns: The folder of the certificates.
  /// - Throws: ``CommandFailure`` for a remote store, and ``CustomerStoreError`` if this machine
  ///   has no store.
  fileprivate func authority(
    reason: String = "the root's private key is on the machine that has the store's folder: run "
      + "skdemo store root there, with --data DIR instead of --store"
  ) throws -> AuthorityFolder {
    guard try arguments.address() == nil else { throw CommandFailure.malformed(reason) }
    let folder = try arguments.folder()
    try folder.checkStore()
    return AuthorityFolder(url: folder.authority)
  }
}
