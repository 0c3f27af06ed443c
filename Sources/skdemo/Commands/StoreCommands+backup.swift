import ArgumentParser
import Foundation
import OpenStoreKitConnection
import PrivateFiles
import StoreClient

extension StoreCommand {
  /// The commands that copy the whole store.
  static let backups = CommandGroup(name: "Backup", subcommands: [Backup.self, Restore.self])

  struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Copy the whole store to a file, even while it is served.",
      discussion: """
        The file holds the private keys of the store, so only its owner can read it. Run the command \
        on the machine that has the store's data folder.
        """,
      examples: ["skdemo store backup shop-monday"])

    @Argument(help: "The new file; an existing file is not replaced.")
    var file: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
      guard try store.arguments.address() == nil else {
        throw CommandFailure.malformed(
          "a backup is made on the machine that has the store's folder: run skdemo store backup "
            + "there, with --data DIR instead of --store")
      }
      let (folder, copy) = (try store.arguments.folder(), try url(ofArgument: file))
      let contents = try await DetachedThread.run { try folder.backUp(to: copy) }
      let report = BackupReport(contents, file: file)
      try store.output.afterChange.print(report, lines: report.lines(after: "backed up to \(file)"))
    }
  }

  struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore",
      abstract: "Make a store from a backup, in a new folder.",
      discussion: """
        Every device notices that the store was restored. No transaction ID is used twice, even if \
        the original store continues.
        """,
      examples: ["skdemo store restore shop-monday --into shop-again"])

    @Argument(help: "A file made by skdemo store backup.")
    var file: String

    @Option(help: ArgumentHelp("The folder, which must be new or empty.", valueName: "dir"))
    var into: String

    @OptionGroup var store: StoreOptions

    func validate() throws {
      guard store.store == nil, store.data == nil else {
        throw ValidationError(
          "the folder of a restored store is named by --into: leave out --store and --data")
      }
    }

    func run() async throws {
      let folder = DataFolder(url: try url(ofArgument: into))
      let backup = try url(ofArgument: file)
      let contents = try await DetachedThread.run { try folder.restore(backup) }
      let report = BackupReport(contents, file: file, folder: into)
      try store.output.afterChange.print(report, lines: report.lines(after: "restored to \(into)"))
    }
  }
}
